import { fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits } from '../../domain/money/money.ts';
import { COIN_DECIMALS } from '../bitcoin/read-amount.ts';
import { asCount, asHash, asList, asRecord } from '../bitcoin/read-response.ts';
import type { Transaction } from '../bitcoin/read-transaction.ts';

export interface KnownTransaction {
  transaction: Transaction;
  /** Undefined while the transaction is in the mempool. */
  block: { height: number; timeMs: number } | undefined;
}

/** Reads a transaction as Esplora's JSON describes it. Amounts are whole numbers in the smallest unit. */
export function readEsploraTransaction(value: unknown): KnownTransaction {
  const transaction = asRecord(value, 'transaction');
  const inputs = asList(transaction['vin'], 'list of inputs').map((input) => asRecord(input, 'input'));
  // Coinbase outputs cannot be spent for 100 blocks and vanish with their block, so they are never payments.
  const isCoinbase = inputs.some((input) => input['is_coinbase'] === true);
  const outputs = asList(transaction['vout'], 'list of outputs');
  return {
    transaction: {
      tx: asHash(transaction['txid'], 'transaction ID'),
      spends: isCoinbase ? [] : inputs.map(outpointOf),
      outputs: isCoinbase ? [] : outputs.flatMap((output, index) => readOutput(asRecord(output, 'output'), index)),
    },
    block: readBlock(asRecord(transaction['status'], 'transaction status')),
  };
}

const outpointOf = (input: Record<string, unknown>): string =>
  `${asHash(input['txid'], 'spent transaction ID')}:${asCount(input['vout'], 'spent output index')}`;

function readOutput(output: Record<string, unknown>, index: number): Transaction['outputs'][number][] {
  const address = output['scriptpubkey_address'];
  if (typeof address !== 'string' || address === '') return [];
  const units = chainUnits(BigInt(asCount(output['value'], 'amount')));
  return [{ index, address, amount: fromUnits(units, COIN_DECIMALS) }];
}

function readBlock(status: Record<string, unknown>): KnownTransaction['block'] {
  if (status['confirmed'] !== true) return undefined;
  return {
    height: asCount(status['block_height'], 'height'),
    timeMs: asCount(status['block_time'], 'block time') * 1_000,
  };
}
