import { fromUnits } from '../../src/domain/money/decimal.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { ChainAdapter, PendingTransfer, Scan, Watch } from '../../src/ports/chain.ts';
import type { Block, ChainView, Tx } from './blockchain.ts';
import { continueTrail, findResumePoint, startTrail, type Trail } from './walk-trail.ts';

const SCAN_BLOCKS_MAX = 3;

/** Reads blocks and a pool with an address per intent, like the Bitcoin adapter. */
export function readLikeBitcoin(view: () => ChainView): ChainAdapter {
  return {
    network: NETWORKS['bitcoin-regtest'],
    assets: [{ code: 'BTC', network: 'bitcoin-regtest', token: undefined, decimals: 8 }],
    walletKinds: ['extended_key'],
    readWallet: ({ text }) => ({ kind: 'extended_key', text }),
    targetAt: ({ text }, index) => ({ address: `${text}/${index}`, reference: undefined, matchedBy: 'address' }),
    paymentUri: ({ target }) => target.address,
    scan: async (cursor, watch) => scan(view(), cursor, watch),
    earlierCursor() {
      throw new Error('The simulated merchants do not move.');
    },
    async probe() {
      throw new Error('The simulated workers only scan.');
    },
    lookUp: async () => [],
  };
}

function scan({ blocks, pool }: ChainView, text: string | undefined, watch: Watch): Scan {
  const first = blocks[0]?.height ?? 0;
  const tip = blocks.at(-1) as Block;
  const previous = text === undefined ? startTrail(blocks, watch.sinceMs) : (JSON.parse(text) as Trail);
  const resumePoint = findResumePoint(blocks, previous);
  const read = blocks.slice(resumePoint.height + 1 - first, resumePoint.height + 1 - first + SCAN_BLOCKS_MAX);
  const last: Block = read.at(-1) ?? (blocks[resumePoint.height - first] as Block);
  const atTip = last.height === tip.height;
  const mined = new Set(read.flatMap(({ txs }) => txs.map(({ tx }) => tx.id)));
  const rolledBackTo = resumePoint.height < previous.height ? resumePoint.height : undefined;
  const replaced = watch.pending.filter((pending) => isReplaced(pending, read)).map(({ tx }) => tx);
  const unmined = watch.pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  return {
    rolledBackTo,
    transfers: [
      ...read.flatMap(({ height, timeMs, txs }) => txs.flatMap(({ tx }) => transfersOf(tx, height, timeMs, timeMs))),
      ...(atTip ? [...pool.values()].flatMap((tx) => transfersOf(tx, undefined, undefined, tx.sentAtMs)) : []),
    ],
    replaced,
    missing: atTip
      ? unmined.map(({ tx }) => tx).filter((tx) => !pool.has(tx) && !mined.has(tx) && !replaced.includes(tx))
      : [],
    cursor: JSON.stringify(continueTrail(resumePoint, read)),
    tipHeight: tip.height,
    scannedUntilMs: atTip ? watch.nowMs : Math.min(last.timeMs, watch.nowMs),
    behind: !atTip,
  };
}

const isReplaced = ({ tx, spends }: PendingTransfer, read: readonly Block[]) =>
  read.some(({ txs }) =>
    txs.some(({ tx: other }) => other.id !== tx && other.spends.some((spent) => spends.includes(spent))),
  );

const transfersOf = (
  tx: Tx,
  blockHeight: number | undefined,
  blockTimeMs: number | undefined,
  firstSeenAtMs: number,
): Transfer[] =>
  tx.outputs.map(({ index, keys, address, asset, token, units, decimals }) => ({
    tx: tx.id,
    index,
    keys,
    address,
    asset,
    token,
    blockHeight,
    blockTimeMs,
    firstSeenAtMs,
    amount: fromUnits(units, decimals),
    failed: false,
    spends: tx.spends,
  }));
