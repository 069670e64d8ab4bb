import { getPublicKeyFromAddress, isAddress, isSignatureBytes, verifySignature } from '@solana/kit';
import type { SignedText } from '../../ports/chain.ts';

/** Wallets sign the bytes of a text with ed25519. */
export async function verifySignedText({ address, text, signature }: SignedText): Promise<boolean> {
  const bytes = new Uint8Array(Buffer.from(signature, 'base64'));
  if (!isAddress(address) || !isSignatureBytes(bytes)) return false;
  return verifySignature(await getPublicKeyFromAddress(address), bytes, new TextEncoder().encode(text));
}
