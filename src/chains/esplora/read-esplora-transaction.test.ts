import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { readEsploraTransaction } from './read-esplora-transaction.ts';

const TX = 'ab'.repeat(32);
const SPENT = 'cd'.repeat(32);

const sample = (more: Record<string, unknown> = {}) => ({
  txid: TX,
  vin: [{ txid: SPENT, vout: 3, is_coinbase: false }],
  vout: [
    { scriptpubkey: '6a00', scriptpubkey_type: 'op_return', value: 0 },
    { scriptpubkey_address: 'addr', scriptpubkey_type: 'v0_p2wpkh', value: 12_345_678 },
  ],
  status: { confirmed: false },
  ...more,
});

describe('a transaction of an Esplora server', () => {
  it('is read with exact amounts, at the positions of its outputs', () => {
    expect(readEsploraTransaction(sample())).toEqual({
      transaction: {
        tx: TX,
        spends: [`${SPENT}:3`],
        outputs: [{ index: 1, address: 'addr', amount: parseDecimal('0.12345678') }],
      },
      block: undefined,
    });
  });

  it('has a block if it is confirmed', () => {
    const status = { confirmed: true, block_height: 7, block_hash: TX, block_time: 1_700_000_000 };
    expect(readEsploraTransaction(sample({ status })).block).toEqual({ height: 7, timeMs: 1_700_000_000_000 });
  });

  it('pays nobody if it is a coinbase transaction', () => {
    const { transaction } = readEsploraTransaction(sample({ vin: [{ txid: '0'.repeat(64), is_coinbase: true }] }));
    expect(transaction).toMatchObject({ spends: [], outputs: [] });
  });

  it.each<[string, unknown]>([
    ['no object', 'x'],
    ['no ID', sample({ txid: 'x' })],
    ['no inputs', sample({ vin: undefined })],
    ['an input without a position', sample({ vin: [{ txid: SPENT }] })],
    ['no outputs', sample({ vout: {} })],
    ['a negative amount', sample({ vout: [{ scriptpubkey_address: 'addr', value: -1 }] })],
    ['an amount with decimals', sample({ vout: [{ scriptpubkey_address: 'addr', value: 0.5 }] })],
    ['an amount as text', sample({ vout: [{ scriptpubkey_address: 'addr', value: '5' }] })],
    ['no status', sample({ status: undefined })],
    ['a block without a height', sample({ status: { confirmed: true } })],
  ])('is distrusted if it has %s', (_, value) => {
    expect(() => readEsploraTransaction(value)).toThrow(expect.objectContaining({ kind: 'distrusted' }));
  });
});
