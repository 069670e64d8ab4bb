import { verifyMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { signOnEvm } from './sign-on-evm.ts';

const account = privateKeyToAccount(generatePrivateKey());
const message = 'Claim on pi_1: “naïve”';

const ask = async (method: string, ...params: unknown[]) =>
  method === 'eth_requestAccounts'
    ? [account.address.toLowerCase()]
    : account.signMessage({ message: { raw: params[0] as `0x${string}` } });

const proofOf = (accounts: string[]) => ({ tx: '0x01', wallet_chain: 'eip155:8453', accounts, message });

describe('signOnEvm', () => {
  it('lets the account that sent the payment sign, and names it as the server does', async () => {
    const { address, signature } = await signOnEvm(ask, proofOf(['0x00', account.address]));
    expect(address).toBe(account.address);
    expect(await verifyMessage({ address: account.address, message, signature: signature as `0x${string}` })).toBe(
      true,
    );
  });

  it('throws for another account', async () => {
    await expect(signOnEvm(ask, proofOf(['0x00']))).rejects.toThrow('another account');
  });
});
