import { HDKey } from '@scure/bip32';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ScriptType } from '../../ports/chain.ts';
import { random } from '../../system/random.ts';
import { createBitcoinChain } from './create-bitcoin-chain.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { BITCOIN_NETWORKS } from './network-parameters.ts';

/** The accounts of the seed “abandon … about”, as printed in BIP-44, BIP-49, BIP-84, BIP-86 and SLIP-132. */
const XPUB_44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const YPUB_49 =
  'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP';
const ZPUB_84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const XPUB_86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const TPRV_49 =
  'tprv8gRrNu65W2Msef2BdBSUgFdRTGzC8EwVXnV7UGS3faeXtuMVtGfEdidVeGbThs4ELEoayCAzZQ4uUji9DUiAs7erdVskqju7hrBcDvDsdbY';
const ZPRV_84 =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';

type Name = keyof typeof BITCOIN_NETWORKS;

const noNode = { connection: 0, call: () => Promise.reject(new Error('This test calls no node.')) };
const chainOf = (name: Name) =>
  createBitcoinChain({
    network: NETWORKS[name],
    rpc: noNode,
    clock: { nowMs: () => 0 },
    random,
    assets: ASSETS_ON_NETWORKS,
  });

const textOf = (name: Name, text: string, scriptType?: ScriptType): string =>
  chainOf(name).readWallet({ text, ...(scriptType === undefined ? {} : { scriptType }) }).text;

const addressOf = (name: Name, index: number, text: string, scriptType?: ScriptType): string =>
  chainOf(name).targetAt({ kind: 'extended_key', text: textOf(name, text, scriptType) }, index).address;

const withChecksum = (body: string) => `${body}#${descriptorChecksum(body)}`;

/** The same key with another prefix. */
function withVersion(text: string, from: number, to: number): string {
  const { depth, index, parentFingerprint, chainCode, publicKey } = HDKey.fromExtendedKey(text, {
    public: from,
    private: 1,
  });
  if (chainCode === null || publicKey === null) throw new TypeError('no public key');
  const versions = { public: to, private: 1 };
  return new HDKey({ versions, depth, index, parentFingerprint, chainCode, publicKey }).publicExtendedKey;
}

const XPUB_84 = withVersion(ZPUB_84, 0x04b24746, 0x0488b21e);
const TPUB_84 = withVersion(ZPUB_84, 0x04b24746, 0x043587cf);
const VPUB_84 = withVersion(ZPUB_84, 0x04b24746, 0x045f1cf6);
const LTUB_84 = withVersion(ZPUB_84, 0x04b24746, 0x019da462);
const MTUB_84 = withVersion(ZPUB_84, 0x04b24746, 0x01b26ef6);
const MULTI_84 = withVersion(ZPUB_84, 0x04b24746, 0x02aa7ed3);

describe('addresses match the examples of', () => {
  it('BIP-84', () => {
    expect(addressOf('bitcoin', 0, ZPUB_84)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(addressOf('bitcoin', 1, ZPUB_84)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(addressOf('bitcoin', 0, `wpkh(${XPUB_84}/1/*)`)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });

  it('BIP-49', () => {
    expect(addressOf('bitcoin', 0, YPUB_49)).toBe('37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf');
    const tpub = HDKey.fromExtendedKey(TPRV_49, { private: 0x04358394, public: 0x043587cf }).publicExtendedKey;
    expect(addressOf('bitcoin-testnet', 0, tpub, 'p2sh-p2wpkh')).toBe('2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2');
  });

  it('BIP-44', () => {
    expect(addressOf('bitcoin', 0, XPUB_44, 'p2pkh')).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA');
  });

  it('BIP-86', () => {
    expect(addressOf('bitcoin', 0, XPUB_86, 'p2tr')).toBe(
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    );
    expect(addressOf('bitcoin', 1, XPUB_86, 'p2tr')).toBe(
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
    );
  });

  it('each network’s address format', () => {
    expect(addressOf('bitcoin-regtest', 0, VPUB_84)).toMatch(/^bcrt1q/);
    expect(addressOf('litecoin', 0, ZPUB_84)).toMatch(/^ltc1q/);
    expect(addressOf('litecoin', 0, MTUB_84)).toMatch(/^M/);
    expect(addressOf('litecoin', 0, LTUB_84, 'p2pkh')).toMatch(/^L/);
    expect(addressOf('litecoin-testnet', 0, VPUB_84)).toMatch(/^tltc1q/);
    expect(addressOf('litecoin-regtest', 0, VPUB_84)).toMatch(/^rltc1q/);
  });

  it('indexes from 0 to 2³¹ − 1', () => {
    expect(addressOf('bitcoin', 2 ** 31 - 1, ZPUB_84)).toMatch(/^bc1q/);
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => addressOf('bitcoin', index, ZPUB_84)).toThrow(RangeError);
  });
});

describe('a wallet', () => {
  const canonical = withChecksum(`wpkh(${XPUB_84}/0/*)`);

  it.each([
    ['a key whose prefix has a script type', ZPUB_84, undefined],
    ['a key with a script type', XPUB_84, 'p2wpkh'],
    ['a script type that repeats the prefix', ZPUB_84, 'p2wpkh'],
    ['a descriptor', `wpkh(${XPUB_84}/0/*)`, undefined],
    ['a descriptor with checksum', withChecksum(`wpkh(${XPUB_84}/0/*)`), undefined],
    ['a descriptor with origin', withChecksum(`wpkh([73c5da0a/84h/0h/0h]${XPUB_84}/0/*)`), undefined],
    ['apostrophes for hardened steps', `wpkh([73c5da0a/84'/0'/0']${XPUB_84}/0/*)`, undefined],
    ['receive and change branches together', `wpkh([73c5da0a/84h/0h/0h]${XPUB_84}/<0;1>/*)`, undefined],
    ['no steps after the key', `wpkh(${XPUB_84})`, undefined],
    ['a prefix that nodes do not use', `wpkh(${ZPUB_84}/0/*)`, undefined],
    ['space around it', `  ${ZPUB_84}\n`, undefined],
  ] as const)('is the same wallet in every form: %s', (_, text, scriptType) => {
    expect(textOf('bitcoin', text, scriptType)).toBe(canonical);
    expect(textOf('bitcoin', canonical)).toBe(canonical);
  });

  it('has a descriptor for every script type', () => {
    expect(textOf('bitcoin', YPUB_49)).toMatch(/^sh\(wpkh\(xpub[^/]+\/0\/\*\)\)#[a-z0-9]{8}$/);
    expect(textOf('bitcoin', XPUB_44, 'p2pkh')).toMatch(/^pkh\(xpub[^/]+\/0\/\*\)#/);
    expect(textOf('bitcoin', `tr(${XPUB_86}/5/7/*)`)).toMatch(/^tr\(xpub[^/]+\/5\/7\/\*\)#/);
    expect(textOf('litecoin', LTUB_84, 'p2wpkh')).toBe(canonical);
    expect(textOf('litecoin-testnet', VPUB_84)).toMatch(/^wpkh\(tpub/);
  });
});

describe('every key', () => {
  const prefixes = Object.entries(BITCOIN_NETWORKS).flatMap(([name, { keyPrefixes }]) =>
    keyPrefixes.map(({ name: prefix, version, scriptType }) => ({ name: name as Name, prefix, version, scriptType })),
  );

  it.each(prefixes)('of $name that starts with $prefix is accepted', ({ name, version, scriptType }) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const text = HDKey.fromMasterSeed(seed, { public: version, private: 1 }).publicExtendedKey;
        const canonical = textOf(name, text, scriptType ?? 'p2wpkh');
        expect(textOf(name, canonical)).toBe(canonical);
      }),
      { numRuns: 20 },
    );
  });
});

describe('rejected with a specific message that does not repeat the input:', () => {
  const seed = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const other = `${XPUB_44}/0/*`;
  const cases: [string, Name, string, RegExp][] = [
    [
      'a private extended key',
      'bitcoin',
      ZPRV_84,
      /private extended key.*compromised, because this secret was sent to a server. Move the money/,
    ],
    ['one of a test network', 'bitcoin-regtest', TPRV_49, /private extended key/],
    ['one inside a descriptor', 'bitcoin-regtest', `wpkh(${TPRV_49}/0/*)`, /private extended key/],
    ['one that is mistyped', 'bitcoin', `${ZPRV_84.slice(0, -2)}xx`, /private extended key/],
    ['a private key', 'bitcoin', 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d', /is a private key/],
    ['one in a descriptor', 'bitcoin', 'pkh(KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d)', /is a private key/],
    ['seed words', 'bitcoin', seed, /seed words of a wallet/],
    [
      'seed words in capitals, on lines',
      'litecoin',
      seed.toUpperCase().replaceAll(' ', '\n'),
      /seed words of a wallet/,
    ],
    ['seed words with numbers', 'bitcoin', seed.replaceAll(' ', '\n7. '), /seed words of a wallet/],
    ['twenty-four of them', 'bitcoin', `${seed} ${seed}`, /seed words of a wallet/],
    ['a bare key', 'bitcoin', XPUB_44, /does not say which.*p2wpkh.*p2sh-p2wpkh.*p2pkh.*p2tr/],
    ['a mistyped key', 'bitcoin', ZPUB_84.replace('r1AD', 'r2AD'), /checksum of the extended public key is wrong/],
    ['a truncated key', 'bitcoin', ZPUB_84.slice(0, -3), /checksum of the extended public key is wrong/],
    ['a wrong checksum', 'bitcoin', `wpkh(${XPUB_84}/0/*)#qqqqqqqq`, /checksum of the descriptor is wrong/],
    [
      'a truncated checksum',
      'bitcoin',
      withChecksum(`wpkh(${XPUB_84}/0/*)`).slice(0, -1),
      /checksum of the descriptor is wrong/,
    ],
    [
      'a live key on a test network',
      'bitcoin-regtest',
      ZPUB_84,
      /starts with zpub, which is for Bitcoin. Use a key for Bitcoin regtest/,
    ],
    ['a test key on the live one', 'bitcoin', VPUB_84, /starts with vpub, which is for Bitcoin’s test networks/],
    ['the same in a descriptor', 'bitcoin', `wpkh(${TPUB_84}/0/*)`, /starts with tpub/],
    [
      'a key of Litecoin on Bitcoin',
      'bitcoin',
      LTUB_84,
      /starts with Ltub, which is for Litecoin. Use a key for Bitcoin/,
    ],
    [
      'an origin of Bitcoin on Litecoin',
      'litecoin',
      `wpkh([73c5da0a/84h/0h/0h]${XPUB_84}/0/*)`,
      /for coin type 0 \(Bitcoin\), but Litecoin has coin type 2/,
    ],
    [
      'an origin of Litecoin on Bitcoin',
      'bitcoin',
      `wpkh([73c5da0a/84'/2'/0']${XPUB_84}/0/*)`,
      /for coin type 2 \(Litecoin\)/,
    ],
    ['an invalid origin', 'bitcoin', `wpkh([73c5/84h]${XPUB_84}/0/*)`, /origin .* is invalid/],
    ['an address', 'bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /single address/],
    ['an address in capitals', 'bitcoin', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', /single address/],
    ['an old address', 'litecoin', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA', /single address/],
    ['a confidential address', 'litecoin', `ltcmweb1qq${'vmn380jqad'.repeat(12)}`, /single address/],
    ['a hardened step', 'bitcoin', `wpkh(${XPUB_84}/0h/*)`, /hardened step after its key/],
    ['hardened addresses', 'bitcoin', `wpkh(${XPUB_84}/0/*')`, /hardened step after its key/],
    ['a single address of a key', 'bitcoin', `wpkh(${XPUB_84}/0/5)`, /ends in \/\*/],
    ['two stars', 'bitcoin', `wpkh(${XPUB_84}/*/*)`, /step .* is invalid/],
    ['a step out of range', 'bitcoin', `wpkh(${XPUB_84}/2147483648/*)`, /step .* is invalid/],
    ['a plain public key', 'bitcoin', `wpkh(02${'ab'.repeat(32)})`, /plain public key/],
    ['multisig', 'bitcoin', `wsh(sortedmulti(2,${other},${other}))`, /Multisig and Miniscript/],
    ['legacy multisig', 'bitcoin', `sh(multi(1,${other},${other}))`, /Multisig and Miniscript/],
    ['a multisig key', 'bitcoin', MULTI_84, /starts with Zpub belongs to a multisig wallet/],
    ['a script tree', 'bitcoin', `tr(${XPUB_86}/0/*,pk(${XPUB_86}/1/*))`, /Only descriptors with a single key/],
    ['miniscript', 'bitcoin', `wsh(and_v(v:pk(${other}),older(10)))`, /Miniscript/],
    [
      'another descriptor',
      'bitcoin',
      'addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu)',
      /Only descriptors with a single key/,
    ],
    [
      'a contradicting prefix',
      'bitcoin',
      `pkh(${ZPUB_84}/0/*)`,
      /starts with zpub is for the script type p2wpkh, not p2pkh/,
    ],
    ['nothing', 'bitcoin', '  ', /^Enter an extended public key/],
    ['anything else', 'bitcoin', 'my wallet', /neither an extended public key/],
    ['other letters', 'bitcoin', 'wpkh(ключ)', /invalid character/],
    ['a very long text', 'bitcoin', 'x'.repeat(1_001), /too long/],
  ];

  it.each(cases)('%s', (_, name, text, sentence) => {
    const error = failureOf(() => textOf(name, text));
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(sentence);
    for (const [secret] of text.matchAll(/[A-Za-z0-9]{20,}/g)) expect(error.message).not.toContain(secret);
  });

  it('but a public key that contains the prefix of a private key is not a secret', () => {
    const text = `${ZPUB_84.slice(0, 50)}xprv${ZPUB_84.slice(54)}`;
    expect(() => textOf('bitcoin', text)).toThrow(/checksum of the extended public key is wrong/);
    expect(() => textOf('bitcoin', `wpkh(${text}/0/*)`)).toThrow(/checksum of the extended public key is wrong/);
  });

  it('a script type that contradicts the key or descriptor', () => {
    expect(() => textOf('bitcoin', ZPUB_84, 'p2tr')).toThrow(/starts with zpub/);
    expect(() => textOf('bitcoin', `wpkh(${XPUB_84}/0/*)`, 'p2tr')).toThrow(/Omit the script type/);
  });
});

function failureOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('The input should have been rejected.');
}
