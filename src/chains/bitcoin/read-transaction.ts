import type { CryptoAmount } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { readAmount } from './read-amount.ts';
import { asCount, asHash, asList, asRecord } from './read-response.ts';

export interface Transaction {
  tx: string;
  /** The outpoints, as `txid:n`. */
  spends: readonly string[];
  outputs: readonly Output[];
}

interface Output {
  index: number;
  address: string;
  amount: CryptoAmount;
}

/** Older nodes report an address for these script types too, although the output does not pay to it. */
const NOT_AT_AN_ADDRESS = new Set<unknown>(['pubkey', 'multisig', 'nonstandard', 'nulldata']);

export function readTransaction(value: unknown): Transaction {
  const transaction = asRecord(value, 'transaction');
  const tx = asHash(transaction['txid'], 'transaction ID');
  const inputs = asList(transaction['vin'], 'list of inputs').map((input) => asRecord(input, 'input'));
  // Coinbase outputs cannot be spent for 100 blocks and vanish with their block, so they are never payments.
  const isCoinbase = inputs.some((input) => 'coinbase' in input);
  return {
    tx,
    spends: inputs.filter((input) => 'txid' in input).map(outpointOf),
    outputs: isCoinbase ? [] : asList(transaction['vout'], 'list of outputs').flatMap(readOutput),
  };
}

function outpointOf(input: Record<string, unknown>): string {
  return `${asHash(input['txid'], 'spent transaction ID')}:${asCount(input['vout'], 'spent output index')}`;
}

function readOutput(value: unknown): Output[] {
  const output = asRecord(value, 'output');
  // Litecoin's confidential outputs (MWEB) hide the amount and the recipient.
  if (output['ismweb'] === true) return [];
  const script = asRecord(output['scriptPubKey'], 'output script');
  const address = addressOf(script);
  if (address === undefined || NOT_AT_AN_ADDRESS.has(script['type'])) return [];
  return [{ index: asCount(output['n'], 'output index'), address, amount: readAmount(output['value']) }];
}

/** Bitcoin Core before version 22 and all versions of Litecoin Core return a list of addresses. */
function addressOf(script: Record<string, unknown>): string | undefined {
  if (typeof script['address'] === 'string') return script['address'];
  const { addresses } = script;
  if (!Array.isArray(addresses) || addresses.length !== 1) return undefined;
  return typeof addresses[0] === 'string' ? addresses[0] : undefined;
}

export interface Found {
  blockHeight: number | undefined;
  blockTimeMs?: number;
  firstSeenAtMs: number;
}

export function transfersOf({ tx, spends, outputs }: Transaction, coin: string, found: Found): Transfer[] {
  return outputs.map(({ index, address, amount }) => ({
    tx,
    index,
    keys: [address],
    address,
    asset: coin,
    token: undefined,
    amount,
    ...found,
    failed: false,
    spends,
  }));
}
