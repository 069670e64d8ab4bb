import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { readTransaction, transfersOf } from './read-transaction.ts';

const TX = 'aa'.repeat(32);
const SPENT = 'bb'.repeat(32);

const transaction = (vin: unknown[], vout: unknown[]) => readTransaction({ txid: TX, vin, vout });
const input = { txid: SPENT, vout: 3 };

describe('a transaction', () => {
  it('is read in the format of newer and of older nodes', () => {
    const newer = { value: 0.5, n: 0, scriptPubKey: { address: 'bc1first', type: 'witness_v0_keyhash' } };
    const older = { value: 1, n: 1, scriptPubKey: { addresses: ['Lsecond'], reqSigs: 1, type: 'pubkeyhash' } };
    expect(transaction([input], [newer, older])).toEqual({
      tx: TX,
      spends: [`${SPENT}:3`],
      outputs: [
        { index: 0, address: 'bc1first', amount: parseDecimal('0.5') },
        { index: 1, address: 'Lsecond', amount: parseDecimal('1') },
      ],
    });
  });

  it('has no transfer for outputs without an address', () => {
    const scripts = [
      { type: 'nulldata', asm: 'OP_RETURN 00' },
      { type: 'multisig', addresses: ['1a', '1b'] },
      { type: 'pubkey', addresses: ['1a'] },
      { type: 'nonstandard' },
      { type: 'witness_unknown', addresses: [] },
    ];
    const vout = scripts.map((scriptPubKey, n) => ({ value: 1, n, scriptPubKey }));
    expect(transaction([input], vout).outputs).toEqual([]);
  });

  it('has no transfers and no spends if it is a coinbase transaction', () => {
    const vout = [{ value: 6.25, n: 0, scriptPubKey: { address: 'bc1miner', type: 'witness_v0_keyhash' } }];
    expect(transaction([{ coinbase: '04ff', sequence: 0 }], vout)).toEqual({ tx: TX, spends: [], outputs: [] });
  });

  it('has no transfers for confidential outputs', () => {
    const hidden = { ismweb: true, output_id: 'cc'.repeat(32) };
    const open = { value: 2, n: 1, scriptPubKey: { addresses: ['ltc1open'], type: 'witness_v0_keyhash' } };
    expect(transaction([hidden, input], [hidden, open])).toEqual({
      tx: TX,
      spends: [`${SPENT}:3`],
      outputs: [{ index: 1, address: 'ltc1open', amount: parseDecimal('2') }],
    });
  });

  it.each([
    null,
    [],
    { txid: 'short', vin: [], vout: [] },
    { txid: TX, vin: {}, vout: [] },
    { txid: TX, vin: [{ txid: SPENT, vout: -1 }], vout: [] },
    { txid: TX, vin: [{ txid: 'x', vout: 1 }], vout: [] },
    { txid: TX, vin: [], vout: [{ value: '1', n: 0, scriptPubKey: { address: 'bc1' } }] },
    { txid: TX, vin: [], vout: [{ value: 1, scriptPubKey: { address: 'bc1' } }] },
    { txid: TX, vin: [], vout: [{ value: 1, n: 0 }] },
  ])('is rejected if it is invalid: %j', (response) => {
    expect(() => readTransaction(response)).toThrow(expect.objectContaining({ kind: 'distrusted' }));
  });

  it('becomes a transfer for each output', () => {
    const vout = [{ value: 0.5, n: 7, scriptPubKey: { address: 'bc1first', type: 'witness_v0_keyhash' } }];
    expect(transfersOf(transaction([input], vout), 'BTC', { blockHeight: 5, firstSeenAtMs: 9 })).toEqual([
      {
        tx: TX,
        index: 7,
        keys: ['bc1first'],
        address: 'bc1first',
        asset: 'BTC',
        token: undefined,
        amount: parseDecimal('0.5'),
        blockHeight: 5,
        failed: false,
        spends: [`${SPENT}:3`],
        firstSeenAtMs: 9,
      },
    ]);
  });
});
