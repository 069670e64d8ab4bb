import type { Hex } from 'viem';
import { distrustedError, isHash } from './read-response.ts';

const RECENT_MARKS_MAX = 128;
/** How much older one of two old marks may be than the other, with none between them. */
const GAP_RATIO_MAX = 1.5;
const LOGS_REMEMBERED_MAX = 200;
const SHORT_HASH_DIGITS = 16;

/** A block that was read, by its height and the end of its hash. */
export interface Mark {
  height: number;
  hash: string;
}

/** The last block that was read, and some before it. */
export interface Position {
  height: number;
  hash: Hex;
  timeMs: number;
  /**
   * Blocks in order of height, ending with this one: the last block of each scan and the blocks with a transfer, and
   * of old ones only some. A recent block that is not among them has no transfer, so it does not matter on which side of a
   * fork it was.
   */
  trail: readonly Mark[];
}

/** What addresses should hold of the coin at the last block that was read, while the node cannot trace. */
export interface CoinBook {
  /** When balances were compared last, by the chain's clock. */
  comparedAtMs: number;
  /** What each address held in a block, in the coin's smallest unit. */
  held: Readonly<Record<string, { height: number; units: string }>>;
  /** What transactions added since then. */
  added: readonly { height: number; to: string; units: string }[];
  /** The first address in order that is compared, if there are too many to compare all. */
  from: string;
}

/**
 * The last blocks are read again with the next ones: of several servers behind one URL, one may be behind and return fewer
 * logs than there are. What was found in these blocks is remembered, so that nothing is reported twice.
 */
export interface Reread {
  /** The first block that may be read again. */
  from: number;
  /** The logs that were found since then. */
  logs: readonly string[];
}

export interface Cursor extends Position {
  reread: Reread;
  /** The current one last, and before it the one that it follows, in case the blocks since then are rolled back. */
  coinBooks: readonly CoinBook[];
}

export interface LogName {
  blockHeight: number;
  blockPosition: number;
  tx: string;
}

export const printLogName = ({ blockHeight, blockPosition, tx }: LogName): string =>
  `${blockHeight}.${blockPosition}.${tx.slice(-8)}`;

const heightIn = (name: string): number => Number(name.slice(0, name.indexOf('.')));

/** Forgets what was found above a block, because the chain was rolled back or reading starts there. */
export const rereadUpTo = (reread: Reread | undefined, height: number): Reread => ({
  from: Math.min(reread?.from ?? height + 1, height + 1),
  logs: reread?.logs.filter((name) => heightIn(name) <= height) ?? [],
});

/** Forgets what was read above a block. A book that begins above it is dropped, and the one before continues. */
export const booksUpTo = (books: readonly CoinBook[], height: number): CoinBook[] =>
  books
    .map((book) => ({
      ...book,
      held: Object.fromEntries(Object.entries(book.held).filter(([, held]) => held.height <= height)),
      added: book.added.filter((one) => one.height <= height),
    }))
    .filter(({ held }) => Object.keys(held).length > 0);

/** Remembers the logs of the last blocks. If they are too many, fewer blocks are read again. */
export function rereadFrom(reread: Reread, from: number, found: readonly LogName[]): Reread {
  const logs = [...reread.logs, ...found.map(printLogName)].filter((name) => heightIn(name) >= from);
  const tooOld = logs.map(heightIn).sort((a, b) => b - a)[LOGS_REMEMBERED_MAX];
  const first = Math.max(from, reread.from, (tooOld ?? -1) + 1);
  return { from: first, logs: logs.filter((name) => heightIn(name) >= first) };
}

export const markOf = ({ height, hash }: { height: number; hash: string }): Mark => ({
  height,
  hash: hash.slice(-SHORT_HASH_DIGITS),
});

/** Moves on to a block, and keeps marks of the blocks with transfers on the way. */
export function stepForward(
  position: Position,
  to: { height: number; hash: Hex; timeMs: number },
  between: readonly Mark[],
): Position {
  const trail = new Map([...position.trail, ...between, markOf(to)].map((mark) => [mark.height, mark]));
  const marks = [...trail.values()].sort((a, b) => a.height - b.height);
  const { height, hash, timeMs } = to;
  return { height, hash, timeMs, trail: thinOut(marks) };
}

/**
 * Anyone can pay into every block, and the trail must still reach back further than a reorganization. So old marks get rarer
 * with their age. Where one is missing, a rollback goes further back than it must, and more is read again.
 */
function thinOut(marks: readonly Mark[]): readonly Mark[] {
  const depthOf = ({ height }: Mark) => (marks.at(-1)?.height ?? height) - height;
  const kept: Mark[] = [];
  for (const [position, mark] of marks.slice(0, -RECENT_MARKS_MAX).entries()) {
    const [older, newer] = [kept.at(-1), marks[position + 1]];
    const isNeeded = !older || !newer || depthOf(older) > GAP_RATIO_MAX * depthOf(newer);
    if (isNeeded) kept.push(mark);
  }
  return [...kept, ...marks.slice(-RECENT_MARKS_MAX)];
}

/** Steps back to a block of the trail. */
export const stepBack = (position: Position, to: { height: number; hash: Hex; timeMs: number }): Position => ({
  height: to.height,
  hash: to.hash,
  timeMs: to.timeMs,
  trail: position.trail.filter(({ height }) => height <= to.height),
});

export const formatCursor = ({ height, hash, timeMs, trail, reread, coinBooks }: Cursor): string =>
  JSON.stringify({
    height,
    hash,
    timeMs,
    trail: trail.map((mark) => `${mark.height}:${mark.hash}`).join(' '),
    reread,
    coinBooks,
  });

export function parseCursor(text: string): Cursor {
  const { height, hash, timeMs, trail, reread, coinBooks } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (
    !Number.isSafeInteger(height) ||
    !isHash(hash) ||
    !Number.isSafeInteger(timeMs) ||
    typeof trail !== 'string' ||
    !reread
  ) {
    throw distrustedError('The scan cursor of this network is invalid.');
  }
  return {
    height: height as number,
    hash,
    timeMs: timeMs as number,
    trail: trail.split(' ').map(readMark),
    reread: reread as Reread,
    coinBooks: (coinBooks ?? []) as CoinBook[],
  };
}

function readMark(text: string): Mark {
  const [height = '', hash = ''] = text.split(':');
  return { height: Number(height), hash };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
