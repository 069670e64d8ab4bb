import type { FiatValue } from '../../domain/money/money.ts';
import { lagBlocksMax } from '../../domain/networks/lag-blocks-max.ts';
import { isSettled } from '../../domain/payments/finality-requirement.ts';
import type { ChainAdapter, Scan, Watch } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import { createCache } from '../create-cache.ts';
import { createTimer } from '../create-timer.ts';
import { compareHashes } from './compare-hashes.ts';
import { compareTips } from './compare-tips.ts';
import type { NodeReader } from './node-reader.ts';
import type { RpcPool } from './rpc.ts';

const NOTHING_READ = { transfers: [], replaced: [], missing: [], scannedUntilMs: 0, behind: true };

/** How often the newest blocks of several nodes are compared. */
const COMPARE_TIPS_MS = 60_000;

export interface AgreementParts {
  rpc: RpcPool;
  clock: Pick<Clock, 'nowMs'>;
  /** How many nodes must have the same block before a large payment is final. Never more than there are nodes. */
  agreementNodes: number;
  /** From what an intent is worth on, in units of the displayed currency. */
  agreementWorth: FiatValue;
}

/**
 * Adds to an adapter what takes more than one node: after a scan, the nodes are asked whether they have the same block as
 * the payments that wait for it, and with the health check whether one of them lags. With a single node, nothing is asked.
 */
export function withAgreement(
  chain: ChainAdapter,
  reader: NodeReader,
  { rpc, clock, agreementNodes, agreementWorth }: AgreementParts,
): ChainAdapter {
  const { nodes } = rpc;
  const needed = Math.min(agreementNodes, nodes.length);
  const isDue = createTimer(clock, COMPARE_TIPS_MS);
  // Several databases ask the same in one poll.
  const recall = createCache<boolean>(clock, chain.network.pollMs);

  const agreeOn = (cursor: string, height: number): Promise<boolean> => {
    const known = reader.hashInCursor?.(cursor, height);
    return recall(`${height} ${known}`, () => compareHashes(nodes, reader, { height, known, needed }));
  };

  /** The highest block first: it speaks for all blocks below. If it is contested, the lowest may still be agreed on. */
  async function findAgreedHeight(scan: Scan, heights: readonly number[]): Promise<number | undefined> {
    if (needed === 1) return scan.tipHeight;
    for (const height of new Set([heights.at(-1), heights[0]]))
      if (height !== undefined && (await agreeOn(scan.cursor, height))) return height;
    return undefined;
  }

  async function addAgreement(cursor: string | undefined, scan: Scan, watch: Watch): Promise<Scan> {
    const heights = listHeights(scan, watch);
    const agreedHeight = await findAgreedHeight(scan, heights);
    const wasWrong = nodes.some(({ inUse, verdict }) => inUse && verdict?.state === 'disagrees' && verdict.isAvoided);
    // Parent hashes lead the next node back to the fork. Where the cursor has none, what the wrong node said is undone here.
    const [lowest] = heights;
    if (!wasWrong || lowest === undefined || reader.hashInCursor) return { ...scan, agreedHeight };
    return { ...scan, ...NOTHING_READ, rolledBackTo: lowest - 1, cursor: cursor ?? scan.cursor };
  }

  return {
    ...chain,
    agreementWorth: nodes.length > 1 ? agreementWorth : undefined,
    nodes: () => rpc.state(),
    async scan(cursor, watch) {
      const scan = await chain.scan(cursor, watch);
      return watch.needsAgreement ? addAgreement(cursor, scan, watch) : scan;
    },
    async probe() {
      if (nodes.length > 1 && isDue()) await compareTips(nodes, reader, lagBlocksMax(chain.network));
      return chain.probe();
    },
  };
}

/** The blocks of payments for which nothing else is missing, the lowest first. */
function listHeights(scan: Scan, { pending }: Watch): number[] {
  const heights = pending.flatMap(({ awaits, blockHeight: height }) => {
    if (!awaits || height === undefined || height > (scan.rolledBackTo ?? height)) return [];
    return isSettled(awaits.requirement, { height, timeMs: awaits.blockTimeMs }, scan) ? [height] : [];
  });
  return heights.toSorted((a, b) => a - b);
}
