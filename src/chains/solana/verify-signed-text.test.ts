import { generateKeyPairSigner, type KeyPairSigner, signBytes } from '@solana/kit';
import { expect, it } from 'vitest';
import { verifySignedText } from './verify-signed-text.ts';

async function sign({ keyPair }: KeyPairSigner, text: string): Promise<string> {
  const bytes = await signBytes(keyPair.privateKey, new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('base64');
}

it('accepts what the owner of an address signed, and nothing else', async () => {
  const [owner, other] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const [address, signature] = [owner.address as string, await sign(owner, 'a text')];
  expect(await verifySignedText({ address, text: 'a text', signature })).toBe(true);
  expect(await verifySignedText({ address, text: 'another text', signature })).toBe(false);
  expect(await verifySignedText({ address: other.address, text: 'a text', signature })).toBe(false);
  expect(await verifySignedText({ address, text: 'a text', signature: await sign(other, 'a text') })).toBe(false);
  for (const garbage of ['', 'AAAA', signature.slice(4), `${signature.slice(0, -4)}AAAA`]) {
    expect(await verifySignedText({ address, text: 'a text', signature: garbage })).toBe(false);
  }
  expect(await verifySignedText({ address: 'nobody', text: 'a text', signature })).toBe(false);
});
