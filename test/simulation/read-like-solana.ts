import type { AssetOnNetwork } from '../../src/domain/money/asset.ts';
import { fromUnits } from '../../src/domain/money/decimal.ts';
import { ChainError } from '../../src/domain/networks/chain-error.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, Scan, Watch } from '../../src/ports/chain.ts';
import type { Prng } from '../memory/prng.ts';
import type { Block, ChainView, Tx } from './blockchain.ts';

/** The number of blocks after which the chain considers a block final. */
export const FINAL_BLOCKS = 5;
const SCAN_BLOCKS_MAX = 4;

const network = 'solana-devnet';
export const SOLANA_ASSETS: readonly AssetOnNetwork[] = [
  { code: 'SOL', network, token: undefined, decimals: 9 },
  { code: 'USDC', network, token: 'usdc-mint', decimals: 6 },
  { code: 'BTC', network, token: 'wrapped-mint', decimals: 8 },
];

/** Reads transfers to shared wallets that the chain considers final, like the Solana adapter. */
export function readLikeSolana(view: () => ChainView, prng: Prng): ChainAdapter {
  return {
    network: NETWORKS[network],
    assets: SOLANA_ASSETS,
    walletKinds: ['address'],
    readWallet: ({ text }) => ({ kind: 'address', text }),
    targetAt: ({ text }) => ({
      address: text,
      reference: `ref-${Buffer.from(prng.bytes(8)).toString('hex')}`,
      matchedBy: 'reference',
    }),
    paymentUri: ({ target }) => `${target.address}?reference=${target.reference}`,
    scan: async (cursor, watch) => scan(view(), cursor, watch, new Set(await watch.addresses())),
    earlierCursor() {
      throw new Error('The simulated merchants do not move.');
    },
    async probe() {
      throw new Error('The simulated workers only scan.');
    },
    lookUp: async () => [],
  };
}

function scan({ blocks }: ChainView, text: string | undefined, watch: Watch, wallets: ReadonlySet<string>): Scan {
  const first = blocks[0]?.height ?? 0;
  const finalAt = Math.max(0, blocks.length - 1 - FINAL_BLOCKS);
  const tip = blocks[finalAt] as Block;
  const from = text === undefined ? startAt(blocks, watch.sinceMs, tip) : Number(text);
  if (tip.height < from) throw new ChainError('distrusted', 'The node is behind the cursor.');
  const read = blocks.slice(from + 1 - first, finalAt + 1).slice(0, SCAN_BLOCKS_MAX);
  const last = read.at(-1);
  const atTip = last === undefined || last.height === tip.height;
  const open = atTip ? blocks.slice(finalAt + 1) : [];
  const watchedTransfers = (tx: Tx, failed: boolean, height: number | undefined, timeMs: number) =>
    transfersOf(tx, failed, height, timeMs).filter(({ address }) => wallets.has(address));
  const failures = new Set(read.flatMap(({ txs }) => txs.filter(({ failed }) => failed).map(({ tx }) => tx.id)));
  const isKnown = (id: string) => blocks.some(({ txs }) => txs.some(({ tx }) => tx.id === id));
  const waiting = watch.pending.filter(({ blockHeight }) => blockHeight === undefined).map(({ tx }) => tx);
  return {
    rolledBackTo: undefined,
    transfers: [
      ...read.flatMap(({ height, timeMs, txs }) =>
        txs.flatMap(({ tx, failed }) => watchedTransfers(tx, failed, height, timeMs)),
      ),
      ...open.flatMap(({ timeMs, txs }) =>
        txs.flatMap(({ tx, failed }) => (failed ? [] : watchedTransfers(tx, false, undefined, timeMs))),
      ),
    ],
    replaced: waiting.filter((tx) => failures.has(tx)),
    missing: atTip ? waiting.filter((tx) => !isKnown(tx)) : [],
    cursor: String(Math.max(from, last?.height ?? 0)),
    tipHeight: tip.height,
    finalizedHeight: tip.height,
    scannedUntilMs: Math.min(atTip ? tip.timeMs : last.timeMs, watch.nowMs),
    behind: !atTip,
  };
}

function startAt(blocks: readonly Block[], sinceMs: number, tip: Block): number {
  const before = blocks.findLast(({ timeMs }) => timeMs < sinceMs) ?? blocks[0];
  return Math.min(before?.height ?? 0, tip.height);
}

const transfersOf = (tx: Tx, failed: boolean, blockHeight: number | undefined, firstSeenAtMs: number): Transfer[] =>
  tx.outputs.map(({ index, keys, address, asset, token, units, decimals }) => ({
    tx: tx.id,
    index,
    keys,
    address,
    asset,
    token,
    blockHeight,
    blockTimeMs: blockHeight === undefined ? undefined : firstSeenAtMs,
    failed,
    firstSeenAtMs,
    amount: fromUnits(units, decimals),
    spends: [],
  }));
