import type { CryptoAmount } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { readAmount } from './read-amount.ts';
import { asCount, asHash, asList, asRecord } from './read-answer.ts';

/** What is kept of a transaction: what it spends, and what goes to an address. */
export interface Transaction {
  tx: string;
  /** Its outpoints, as `txid:n`. */
  spends: readonly string[];
  outputs: readonly Output[];
}

interface Output {
  index: number;
  address: string;
  amount: CryptoAmount;
}

/** Older nodes tell an address for these too, though the money does not lie at it. */
const NOT_AT_AN_ADDRESS = new Set<unknown>(['pubkey', 'multisig', 'nonstandard', 'nulldata']);

export function readTransaction(value: unknown): Transaction {
  const told = asRecord(value, 'transaction');
  const tx = asHash(told['txid'], 'transaction id');
  const inputs = asList(told['vin'], 'list of inputs').map((input) => asRecord(input, 'input'));
  // New coins cannot be spent for 100 blocks and vanish with their block, so nobody pays with them: they are left out.
  const isCoinbase = inputs.some((input) => 'coinbase' in input);
  return {
    tx,
    spends: inputs.filter((input) => 'txid' in input).map(outpointOf),
    outputs: isCoinbase ? [] : asList(told['vout'], 'list of outputs').flatMap(readOutput),
  };
}

function outpointOf(input: Record<string, unknown>): string {
  return `${asHash(input['txid'], 'spent transaction id')}:${asCount(input['vout'], 'spent output number')}`;
}

function readOutput(value: unknown): Output[] {
  const output = asRecord(value, 'output');
  // Litecoin's confidential part (MWEB) hides amount and receiver.
  if (output['ismweb'] === true) return [];
  const script = asRecord(output['scriptPubKey'], 'output script');
  const address = addressOf(script);
  if (address === undefined || NOT_AT_AN_ADDRESS.has(script['type'])) return [];
  return [{ index: asCount(output['n'], 'output number'), address, amount: readAmount(output['value']) }];
}

/** Nodes before Bitcoin Core 22, and all of Litecoin's so far, tell a list. */
function addressOf(script: Record<string, unknown>): string | undefined {
  if (typeof script['address'] === 'string') return script['address'];
  const { addresses } = script;
  if (!Array.isArray(addresses) || addresses.length !== 1) return undefined;
  return typeof addresses[0] === 'string' ? addresses[0] : undefined;
}

/** Where and when a transaction was found. */
export interface Found {
  blockHeight: number | undefined;
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
