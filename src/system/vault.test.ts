import { createCipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeId } from '../domain/ids.ts';
import { keyCell, walletCell } from '../domain/secrets/sealed-cell.ts';
import { createVault } from './vault.ts';

const SECRET = 'a secret of at least thirty-two characters';
const OTHER = 'another secret of at least thirty-two characters';
const row = {
  id: makeId('wal', 1, new Uint8Array(10)),
  merchantId: makeId('mer', 1, new Uint8Array(10)),
  livemode: true,
  network: 'solana',
};
const ONE = walletCell(row);
const TWO = walletCell({ ...row, id: makeId('wal', 2, new Uint8Array(10)) });
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
    const [sealed, again] = [vault.seal(PLAIN, ONE), vault.seal(PLAIN, ONE)];
    expect(vault.open(sealed, ONE)).toBe(PLAIN);
    expect(sealed).toMatch(/^v2\.[\w-]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
    expect(sealed).not.toBe(again);
    expect(sealed).not.toContain('zpub');
  });

  it('does not open in another row or another column', () => {
    const vault = vaultOf();
    const sealed = vault.seal(PLAIN, ONE);
    expect(() => vault.open(sealed, TWO)).toThrow('moved there from elsewhere');
    expect(() => vault.open(sealed, ['data_stores.sealed_url', store])).toThrow('moved there from elsewhere');
  });

  it.each([{ merchantId: makeId('mer', 2, new Uint8Array(10)) }, { livemode: false }, { network: 'solana-devnet' }])(
    'does not open in its own row with another owner: %o',
    (other) => {
      const sealed = vaultOf().seal(PLAIN, ONE);
      expect(() => vaultOf().open(sealed, walletCell({ ...row, ...other }))).toThrow('given to somebody else');
      const both = upgrading.seal(PLAIN, ONE);
      expect(() => upgrading.open(both, walletCell({ ...row, ...other }))).toThrow('given to somebody else');
    },
  );

  it('of a key does not open for another merchant or in another mode', () => {
    const key = { id: makeId('key', 1, new Uint8Array(10)), merchantId: row.merchantId, livemode: false };
    const sealed = vaultOf().seal(PLAIN, keyCell(key));
    expect(vaultOf().open(sealed, keyCell(key))).toBe(PLAIN);
    for (const other of [{ merchantId: makeId('mer', 2, new Uint8Array(10)) }, { livemode: true }]) {
      expect(() => vaultOf().open(sealed, keyCell({ ...key, ...other }))).toThrow('given to somebody else');
    }
  });

  it.each([1, 4, 8, 12, 13, 14, 15])('does not open with a tag of %i bytes', (bytes) => {
    const cut = (text: string, index: number) => change(text, index, (tag) => tag.subarray(0, bytes));
    const sealed = vaultOf().seal(PLAIN, ONE);
    expect(() => vaultOf().open(cut(sealed, 4), ONE)).toThrow();
    expect(() => upgrading.open(cut(sealLoose(PLAIN), 3), ONE)).toThrow();
  });

  it.each([1, 2, 3, 4])('does not open with another part %i', (index) => {
    const sealed = vaultOf().seal(PLAIN, ONE);
    expect(() => vaultOf().open(change(sealed, index, flip), ONE)).toThrow();
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
      expect(() => vault.open(text, ONE)).toThrow();
    }
  });

  it('does not open with another secret', () => {
    const sealed = vaultOf().seal(PLAIN, ONE);
    const other = vaultOf({ secret: OTHER });
    expect(() => other.open(sealed, ONE)).toThrow('different FLORIN_SECRET');
  });
});

describe('what the version before sealed', () => {
  it('opens until unbound values are refused', () => {
    const sealed = sealLoose(PLAIN);
    expect(upgrading.open(sealed, ONE)).toBe(PLAIN);
    expect(() => vaultOf().open(sealed, ONE)).toThrow('not bound to its row');
    expect(() => vaultOf({ secret: OTHER, boundOnly: false }).open(sealed, ONE)).toThrow('different FLORIN_SECRET');
  });

  it('can read what is sealed during an upgrade, and only the row that it was sealed for can be read here', () => {
    const sealed = upgrading.seal(PLAIN, ONE);
    const [, ...loose] = sealed.split('.').slice(0, 4);
    expect(upgrading.open(['v1', ...loose].join('.'), ONE)).toBe(PLAIN);
    for (const vault of [upgrading, vaultOf()]) {
      expect(vault.open(sealed, ONE)).toBe(PLAIN);
      expect(() => vault.open(sealed, TWO)).toThrow('moved there from elsewhere');
    }
  });

  it('is bound by resealing', () => {
    for (const sealed of [sealLoose(PLAIN), upgrading.seal(PLAIN, ONE)]) {
      const bound = upgrading.reseal(sealed, ONE);
      expect(vaultOf().open(bound, ONE)).toBe(PLAIN);
      expect(upgrading.reseal(bound, ONE)).toBe(bound);
    }
  });
});

describe('a secret that was changed', () => {
  const rotated = vaultOf({ secret: OTHER, previous: SECRET });

  it('opens what the previous one sealed, and seals with the new one', () => {
    const old = vaultOf().seal(PLAIN, ONE);
    expect(rotated.open(old, ONE)).toBe(PLAIN);
    expect(() => rotated.open(old, TWO)).toThrow('moved there from elsewhere');
    const loose = vaultOf({ secret: OTHER, previous: SECRET, boundOnly: false });
    expect(loose.open(sealLoose(PLAIN), ONE)).toBe(PLAIN);
    const fresh = rotated.seal(PLAIN, ONE);
    expect(vaultOf({ secret: OTHER }).open(fresh, ONE)).toBe(PLAIN);
    expect(() => vaultOf().open(fresh, ONE)).toThrow('different FLORIN_SECRET');
  });

  it('needs the previous one no longer after resealing', () => {
    const old = vaultOf().seal(PLAIN, ONE);
    const fresh = rotated.reseal(old, ONE);
    expect(vaultOf({ secret: OTHER }).open(fresh, ONE)).toBe(PLAIN);
    expect(rotated.reseal(fresh, ONE)).toBe(fresh);
  });

  it('reseals nothing that was moved', () => {
    const old = vaultOf().seal(PLAIN, ONE);
    expect(() => rotated.reseal(old, TWO)).toThrow('moved there from elsewhere');
  });
});
