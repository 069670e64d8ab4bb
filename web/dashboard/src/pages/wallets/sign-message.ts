import { findEvmSigners } from './find-evm-signers.ts';
import { findSolanaSigners } from './find-solana-signers.ts';

/** Asks the browser wallet that has an address to sign a text. The signature is encoded as the network's wallets do it. */
export async function signMessage(walletNetwork: string, address: string, text: string): Promise<string> {
  const signers = walletNetwork === 'evm' ? findEvmSigners() : findSolanaSigners();
  if (signers.length === 0) {
    throw new Error('No wallet found in this browser. Open this page in a browser that has the wallet.');
  }
  for (const find of signers) {
    const sign = await find(address);
    if (sign === undefined) continue;
    const signature = await sign(text);
    if (signature === undefined) throw new Error('The wallet did not sign the message. Try again.');
    return signature;
  }
  throw new Error('The wallet in this browser has another address. Choose the right account in it and try again.');
}
