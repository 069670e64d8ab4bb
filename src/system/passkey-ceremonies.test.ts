import { generateKeyPairSync, hash } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { describe, expect, it } from 'vitest';
import { passkeyCeremonies } from './passkey-ceremonies.ts';

const SITE = { id: 'shop.example', origin: 'https://shop.example' };
const LONGEST = 'A'.repeat(1_364);

describe('the ID of a credential', () => {
  it.each(['AQ', 'a-_9', LONGEST])('is base64url of up to 1,023 bytes: %.10s', (id) => {
    expect(passkeyCeremonies.credentialIdOf(JSON.stringify({ id }))).toBe(id);
  });

  it.each([
    ['{"id":"\\u0000"}'],
    ['{"id":"AQ\\u0000"}'],
    ['{"id":"\\ud800"}'],
    ['{"id":"AQ\\n"}'],
    ['{"id":"AQ=="}'],
    ['{"id":"a+/9"}'],
    ['{"id":""}'],
    ['{"id":7}'],
    ['{"id":["AQ"]}'],
    ['{}'],
    ['null'],
    ['{'],
    [JSON.stringify({ id: `${LONGEST}A` })],
  ])('is nothing else: %.20s', (response) => {
    expect(passkeyCeremonies.credentialIdOf(response)).toBeUndefined();
  });
});

/** What a browser answers with a new passkey, without an attestation. */
function newCredential(idBytes: number, transports: unknown): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, isoBase64URL.toBuffer(x)],
    [-3, isoBase64URL.toBuffer(y)],
  ]);
  const id = Buffer.alloc(idBytes, 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(idBytes);
  // The user was present and verified, and a credential follows.
  const about = Buffer.concat([hash('sha256', SITE.id, 'buffer'), Buffer.of(0x45), Buffer.alloc(4), Buffer.alloc(16)]);
  const authData = new Uint8Array(Buffer.concat([about, length, id, isoCBOR.encode(key)]));
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  const challenge = Buffer.from('a challenge').toString('base64url');
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin: SITE.origin });
  return JSON.stringify({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(attestation as never)),
      transports,
    },
  });
}

const verify = (response: string) =>
  passkeyCeremonies.verifyCreation(SITE, response, (challenge) => challenge === 'a challenge');

describe('a new passkey', () => {
  it.each([
    [
      ['usb', 'smart-card', 'hybrid'],
      ['usb', 'smart-card', 'hybrid'],
    ],
    [['usb', '\u0000', '\ud800', 'USB', 7, null, 'x'.repeat(33)], ['usb']],
    [Array<string>(500).fill('usb'), Array<string>(16).fill('usb')],
    [undefined, []],
  ])('has the transports that are names of transports: %.20j', async (transports, kept) => {
    const found = await verify(newCredential(16, transports));
    expect(found).toMatchObject({ credentialId: Buffer.alloc(16, 1).toString('base64url'), transports: kept });
  });

  it.each([['a text'], [7], [null]])('is rejected if its transports are no list: %j', async (transports) => {
    expect(await verify(newCredential(16, transports))).toBeUndefined();
  });

  it('has an ID of at most 1,023 bytes', async () => {
    expect(await verify(newCredential(1_023, []))).toMatchObject({ counter: 0 });
    expect(await verify(newCredential(1_024, []))).toBeUndefined();
  });
});
