import { createCipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeId } from '../domain/ids.ts';
import { createVault } from './vault.ts';

const SECRET = 'a secret of at least thirty-two characters';
const OTHER = 'another secret of at least thirty-two characters';
const [one, two] = [makeId('wal', 1, new Uint8Array(10)), makeId('wal', 2, new Uint8Array(10))];
const store = makeId('ds', 1, new Uint8Array(10));
const PLAIN = 'zpub of a merchant ✓';

const vaultOf = (more: { secret?: string; previous?: string; boundOnly?: boolean } = {}) =>
  createVault({ secret: SECRET, previous: undefined, boundOnly: true, ...more });
const upgrading = vaultOf({ boundOnly: false });

/** As the version before sealed it. */
function sealLoose(plain: string, secret = SECRET): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'florin vault v1', 32));
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

const change = (text: string, index: number, edit: (bytes: Buffer) => Buffer): string =>
  text
    .split('.')
    .map((part, place) => (place === index ? edit(Buffer.from(part, 'base64url')).toString('base64url') : part))
    .join('.');

const flip = (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(0) ^ 1, 0);
  return copy;
};

describe('a sealed value', () => {
  it('opens where it was sealed, looks different each time, and shows neither plain text nor secret', () => {
    const vault = vaultOf();
    const [sealed, again] = [
      vault.seal(PLAIN, ['wallets.sealed_text', one]),
      vault.seal(PLAIN, ['wallets.sealed_text', one]),
    ];
    expect(vault.open(sealed, ['wallets.sealed_text', one])).toBe(PLAIN);
    expect(sealed).toMatch(/^v2\.[\w-]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(sealed).not.toBe(again);
    expect(sealed).not.toContain('zpub');
  });

  it('does not open in another row or another column', () => {
    const vault = vaultOf();
    const sealed = vault.seal(PLAIN, ['wallets.sealed_text', one]);
    expect(() => vault.open(sealed, ['wallets.sealed_text', two])).toThrow('moved there from elsewhere');
    expect(() => vault.open(sealed, ['data_stores.sealed_url', store])).toThrow('moved there from elsewhere');
  });

  it.each([1, 4, 8, 12, 13, 14, 15])('does not open with a tag of %i bytes', (bytes) => {
    const cut = (text: string, index: number) => change(text, index, (tag) => tag.subarray(0, bytes));
    const sealed = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    expect(() => vaultOf().open(cut(sealed, 4), ['wallets.sealed_text', one])).toThrow();
    expect(() => upgrading.open(cut(sealLoose(PLAIN), 3), ['wallets.sealed_text', one])).toThrow();
  });

  it.each([1, 2, 3, 4])('does not open with another part %i', (index) => {
    const sealed = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    expect(() => vaultOf().open(change(sealed, index, flip), ['wallets.sealed_text', one])).toThrow();
  });

  it.each([
    '',
    'v1',
    'v1..',
    'v1...',
    'v2....',
    'v2.a.b.c.d.e',
    'v3.a.b.c',
    'plain text',
    `${sealLoose('x')}.v3.a.b.c.d`,
  ])('is not "%s"', (text) => {
    for (const vault of [vaultOf(), upgrading]) {
      expect(() => vault.open(text, ['wallets.sealed_text', one])).toThrow();
    }
  });

  it('does not open with another secret', () => {
    const sealed = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    const other = vaultOf({ secret: OTHER });
    expect(() => other.open(sealed, ['wallets.sealed_text', one])).toThrow('different FLORIN_SECRET');
  });
});

describe('what the version before sealed', () => {
  it('opens until unbound values are refused', () => {
    const sealed = sealLoose(PLAIN);
    expect(upgrading.open(sealed, ['wallets.sealed_text', one])).toBe(PLAIN);
    expect(() => vaultOf().open(sealed, ['wallets.sealed_text', one])).toThrow('not bound to its row');
    expect(() => vaultOf({ secret: OTHER, boundOnly: false }).open(sealed, ['wallets.sealed_text', one])).toThrow(
      'different FLORIN_SECRET',
    );
  });

  it('can read what is sealed during an upgrade, and only the row that it was sealed for can be read here', () => {
    const sealed = upgrading.seal(PLAIN, ['wallets.sealed_text', one]);
    const [, ...loose] = sealed.split('.').slice(0, 4);
    expect(upgrading.open(['v1', ...loose].join('.'), ['wallets.sealed_text', one])).toBe(PLAIN);
    for (const vault of [upgrading, vaultOf()]) {
      expect(vault.open(sealed, ['wallets.sealed_text', one])).toBe(PLAIN);
      expect(() => vault.open(sealed, ['wallets.sealed_text', two])).toThrow('moved there from elsewhere');
    }
  });

  it('is bound by resealing', () => {
    for (const sealed of [sealLoose(PLAIN), upgrading.seal(PLAIN, ['wallets.sealed_text', one])]) {
      const bound = upgrading.reseal(sealed, ['wallets.sealed_text', one]);
      expect(vaultOf().open(bound, ['wallets.sealed_text', one])).toBe(PLAIN);
      expect(upgrading.reseal(bound, ['wallets.sealed_text', one])).toBe(bound);
    }
  });
});

describe('a secret that was changed', () => {
  const rotated = vaultOf({ secret: OTHER, previous: SECRET });

  it('opens what the previous one sealed, and seals with the new one', () => {
    const old = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    expect(rotated.open(old, ['wallets.sealed_text', one])).toBe(PLAIN);
    expect(() => rotated.open(old, ['wallets.sealed_text', two])).toThrow('moved there from elsewhere');
    const loose = vaultOf({ secret: OTHER, previous: SECRET, boundOnly: false });
    expect(loose.open(sealLoose(PLAIN), ['wallets.sealed_text', one])).toBe(PLAIN);
    const fresh = rotated.seal(PLAIN, ['wallets.sealed_text', one]);
    expect(vaultOf({ secret: OTHER }).open(fresh, ['wallets.sealed_text', one])).toBe(PLAIN);
    expect(() => vaultOf().open(fresh, ['wallets.sealed_text', one])).toThrow('different FLORIN_SECRET');
  });

  it('needs the previous one no longer after resealing', () => {
    const old = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    const fresh = rotated.reseal(old, ['wallets.sealed_text', one]);
    expect(vaultOf({ secret: OTHER }).open(fresh, ['wallets.sealed_text', one])).toBe(PLAIN);
    expect(rotated.reseal(fresh, ['wallets.sealed_text', one])).toBe(fresh);
  });

  it('reseals nothing that was moved', () => {
    const old = vaultOf().seal(PLAIN, ['wallets.sealed_text', one]);
    expect(() => rotated.reseal(old, ['wallets.sealed_text', two])).toThrow('moved there from elsewhere');
  });
});
