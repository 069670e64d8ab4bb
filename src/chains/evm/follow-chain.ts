import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import { BRANCH_BLOCKS_MAX, type IsBelow } from './create-branch.ts';
import { type EvmNode, NotYetError } from './create-node.ts';
import { markOf, type Position, stepBack } from './cursor.ts';
import { findStart } from './find-start.ts';
import type { Header } from './read-block.ts';
import { distrustedError } from './read-response.ts';

/** From this distance on, searching for the right block is cheaper than reading every block. */
const SKIP_BLOCKS_MIN = 1_000;
/** Nodes receive a block within seconds of each other, so a node that lacks one for longer has a problem. */
const BEHIND_MS_MAX = 2 * 60 * 1_000;

export interface ResumePoint {
  position: Position;
  rolledBackTo: number | undefined;
}

interface Followed {
  previous: Position | undefined;
  watch: Watch;
  blockMs: number;
  isBelow: IsBelow;
}

/** Where to continue: after the last block that was read and is still part of the chain. */
export async function findResumePoint(
  node: EvmNode,
  tip: Header,
  { previous, watch, blockMs, isBelow }: Followed,
): Promise<ResumePoint> {
  const start = () => findStart(node, tip, { sinceMs: watch.sinceMs, blockMs });
  if (previous === undefined) return { position: await start(), rolledBackTo: undefined };
  const resumePoint = await findFork(node, tip, previous, watch.nowMs);
  if (hasRecent(watch, tip)) await checkBranch(resumePoint, isBelow);
  const isFarBack = tip.height - previous.height > SKIP_BLOCKS_MIN && previous.timeMs < watch.sinceMs;
  if (!isFarBack || watch.pending.length > 0 || resumePoint.rolledBackTo !== undefined) return resumePoint;
  const position = await start();
  return position.height > previous.height ? { position, rolledBackTo: undefined } : resumePoint;
}

async function findFork(node: EvmNode, tip: Header, previous: Position, nowMs: number): Promise<ResumePoint> {
  const unchanged = { position: previous, rolledBackTo: undefined };
  if (tip.height === previous.height + 1 && tip.parentHash === previous.hash) return unchanged;
  const at = async (height: number) => (height === tip.height ? tip : node.header(height));
  const reachable = previous.trail.filter(({ height }) => height <= tip.height);
  for (const mark of reachable.toReversed()) {
    const header = await at(mark.height);
    if (markOf(header).hash !== mark.hash) continue;
    if (mark.height === previous.height && header.hash === previous.hash) return unchanged;
    if (mark === reachable.at(-1)) rejectShortChain(tip, previous, nowMs);
    return { position: stepBack(previous, header), rolledBackTo: header.height };
  }
  throw distrustedError(
    `The node’s chain forks from the chain read before below block ${previous.trail[0]?.height}, the oldest that Florin remembers.`,
  );
}

const hasRecent = ({ pending }: Watch, tip: Header): boolean =>
  pending.some(({ blockHeight = 0 }) => blockHeight > tip.height - BRANCH_BLOCKS_MAX);

/**
 * The block that was read last and the newest one may come from servers on different branches. Then payments in blocks that
 * are gone would get confirmations from blocks that do not follow them.
 */
async function checkBranch({ position }: ResumePoint, isBelow: IsBelow): Promise<void> {
  if (await isBelow(position)) return;
  throw new NotYetError(`The node’s newest block does not follow its block ${position.height}.`);
}

/** The newest block that both know is the same, so the node is behind and not on another branch. */
function rejectShortChain(tip: Header, previous: Position, nowMs: number): void {
  if (tip.height >= previous.height) return;
  const ends = `The node is at block ${tip.height}, below block ${previous.height}, which was read before`;
  if (nowMs - previous.timeMs <= BEHIND_MS_MAX) throw new ChainError('away', `${ends}. It is behind other nodes.`);
  throw distrustedError(`${ends}. Check whether the node was reset or has lost its peers.`);
}
