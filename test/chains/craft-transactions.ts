import type { BitcoinNodeProcess } from './start-bitcoin-node.ts';

/** Spends the inputs of a transaction with a higher fee, to the node's wallet. */
export async function spendElsewhere(node: BitcoinNodeProcess, tx: string): Promise<void> {
  const { vin } = await node.call<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', tx, true);
  const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0 }));
  const back = await node.call<string>('getnewaddress');
  let total = 0;
  for (const { txid, vout } of inputs) {
    const { decoded } = await node.call<{ decoded: { vout: { value: number }[] } }>('gettransaction', txid, true, true);
    total += decoded.vout[vout]?.value ?? 0;
  }
  const raw = await node.call<string>('createrawtransaction', inputs, { [back]: (total - 0.01).toFixed(8) });
  const { hex } = await node.call<{ hex: string }>('signrawtransactionwithwallet', raw);
  await node.call('sendrawtransaction', hex, 0);
}

/** Mines a block with only the given transactions from the mempool. */
export async function mineOnly(node: BitcoinNodeProcess, ...transactions: string[]): Promise<void> {
  await node.call('generateblock', await node.call<string>('getnewaddress'), transactions);
}

/** A signed transaction with two outputs to the same address, which no wallet would create. */
export async function payTwice(node: BitcoinNodeProcess, address: string, amounts: [string, string]): Promise<string> {
  const other = await node.call<string>('getnewaddress', '', 'bech32');
  const outputs = { [address]: amounts[0], [other]: amounts[1] };
  const [script, otherScript] = [await scriptOf(node, address), await scriptOf(node, other)];
  return signed(node, outputs, (raw) => raw.replace(otherScript, script));
}

/** A signed transaction with a zero-value output, which nodes do not relay but miners may include. */
export async function payNothing(node: BitcoinNodeProcess, address: string): Promise<string> {
  const script = await scriptOf(node, address);
  const length = (script.length / 2).toString(16).padStart(2, '0');
  const output = new RegExp(`[0-9a-f]{16}${length}${script}`);
  return signed(node, { [address]: '0.1' }, (raw) => raw.replace(output, `${'0'.repeat(16)}${length}${script}`));
}

const scriptOf = async (node: BitcoinNodeProcess, address: string): Promise<string> =>
  (await node.call<{ scriptPubKey: string }>('validateaddress', address)).scriptPubKey;

async function signed(
  node: BitcoinNodeProcess,
  outputs: Record<string, string>,
  change: (raw: string) => string,
): Promise<string> {
  const bare = await node.call<string>('createrawtransaction', [], outputs);
  const funded = await node.call<{ hex: string }>('fundrawtransaction', bare);
  const { hex } = await node.call<{ hex: string }>('signrawtransactionwithwallet', change(funded.hex));
  return hex;
}
