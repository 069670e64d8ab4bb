import { generateKeyPairSigner, type KeyPairSigner, signBytes } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifySignedText } from './verify-signed-text.ts';
import { TOKEN_PROGRAM } from './well-known.ts';

let [payer, other]: KeyPairSigner[] = [];
let signature = '';
const sign = async (signer: KeyPairSigner | undefined, text: string) =>
  Buffer.from(await signBytes(signer?.keyPair.privateKey ?? expect.fail(), new TextEncoder().encode(text))).toString(
    'base64',
  );

beforeAll(async () => {
  [payer, other] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  signature = await sign(payer, 'a text');
});

const verify = (more: Partial<Parameters<typeof verifySignedText>[0]> = {}) =>
  verifySignedText({ address: payer?.address ?? '', text: 'a text', signature, ...more });

describe('a signed text', () => {
  it('is verified with the address as the public key', async () => {
    expect(await verify()).toBe(true);
  });

  it('of another account, for another text, or with another signature is rejected', async () => {
    expect(await verify({ address: other?.address ?? '' })).toBe(false);
    expect(await verify({ text: 'A text' })).toBe(false);
    expect(await verify({ signature: await sign(other, 'a text') })).toBe(false);
  });

  it.each(['', 'nonsense', '💸', 'AAAA'])('with the signature "%s" is rejected', async (text) => {
    expect(await verify({ signature: text })).toBe(false);
  });

  it.each(['', 'nobody', TOKEN_PROGRAM, '11111111111111111111111111111111'])(
    'of the address "%s" is rejected',
    async (address) => {
      expect(await verify({ address })).toBe(false);
    },
  );
});
