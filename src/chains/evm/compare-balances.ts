import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { LIMITS } from '../../domain/limits.ts';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { inParallel } from '../in-parallel.ts';
import type { EvmNode } from './create-node.ts';
import type { CoinBook } from './cursor.ts';
import type { Block, Header } from './read-block.ts';
import type { CoinMovement } from './read-coin.ts';

/** How often so many addresses are compared, by the chain's clock. With more, all of them are compared less often. */
const COMPARE_MS = 30_000;
const COMPARED_TOGETHER = 25;
/** The cursor has all payments since the last comparison. With more, balances are compared at once. */
const ADDED_MAX = 200;
const CALLS_PARALLEL_MAX = 8;

interface Parts {
  node: EvmNode;
  coin: AssetOnNetwork;
  nowMs: number;
  /** Blocks are made on demand, so nobody waits for the next one. */
  isOnDemand: boolean;
}

type At = Pick<Header, 'height' | 'hash' | 'timeMs'>;

interface News {
  recipients: readonly Hex[];
  blocks: readonly Block[];
  movements: readonly CoinMovement[];
  start: At;
  end: At;
}

interface Compared {
  books: readonly CoinBook[];
  unexplained: Transfer[];
}

/**
 * Finds addresses that hold more than transactions to them explain: a contract forwarded the coin, and the node cannot
 * trace. A balance never credits anything; the merchant is asked to look. An address that sent something is not compared,
 * because its fees are unknown; it starts again from its next balance.
 */
export async function compareBalances(
  parts: Parts,
  books: readonly CoinBook[],
  { recipients, blocks, movements, start, end }: News,
): Promise<Compared> {
  const last = books.at(-1) ?? { comparedAtMs: start.timeMs, held: {}, added: [], from: '' };
  const watched = chooseWatched(recipients, last.from);
  const book = follow({ ...last, held: await addNew(parts.node, watched, last.held, start.height) }, blocks, movements);
  const waitMs = parts.isOnDemand ? 0 : COMPARE_MS * Math.ceil(watched.length / COMPARED_TOGETHER);
  const isLong = book.added.length > ADDED_MAX;
  if (end.timeMs - book.comparedAtMs < waitMs && !isLong)
    return { books: [...books.slice(0, -1), book], unexplained: [] };
  const held = await readHeld(parts.node, watched, end.height);
  const from = recipients.toSorted().find((address) => address > (watched.at(-1) ?? '')) ?? '';
  const next = { comparedAtMs: end.timeMs, held, added: [], from };
  return { books: isLong ? [next] : [book, next], unexplained: findGrown(parts, book, held, end) };
}

/** Compares once more up to where a book was followed, because it is not followed any further. */
export async function closeBook(parts: Parts, books: readonly CoinBook[], at: At): Promise<Transfer[]> {
  const book = books.at(-1);
  if (book === undefined) return [];
  return findGrown(parts, book, await readHeld(parts.node, Object.keys(book.held) as Hex[], at.height), at);
}

/** If there are too many addresses, the next ones have their turn after each comparison. */
function chooseWatched(recipients: readonly Hex[], from: string): readonly Hex[] {
  if (recipients.length <= LIMITS.comparedBalancesMax) return recipients;
  const sorted = recipients.toSorted();
  const turn = sorted.filter((address) => address >= from);
  return [...turn, ...sorted].slice(0, LIMITS.comparedBalancesMax);
}

/** An address that is new to the book starts with its balance before these blocks. */
async function addNew(
  node: EvmNode,
  watched: readonly Hex[],
  known: CoinBook['held'],
  height: number,
): Promise<CoinBook['held']> {
  const unknown = watched.filter((address) => known[address] === undefined);
  const held = { ...known, ...(await readHeld(node, unknown, height)) };
  return Object.fromEntries(watched.flatMap((address) => (held[address] ? [[address, held[address]]] : [])));
}

async function readHeld(node: EvmNode, addresses: readonly Hex[], height: number): Promise<CoinBook['held']> {
  const found = await inParallel(addresses, CALLS_PARALLEL_MAX, async (address) => {
    const units = await node.balance(address, height);
    return units === undefined ? [] : [[address, { height, units: `${units}` }] as const];
  });
  return Object.fromEntries(found.flat());
}

function follow(book: CoinBook, blocks: readonly Block[], movements: readonly CoinMovement[]): CoinBook {
  const senders = new Set<string>(blocks.flatMap(({ transactions }) => transactions.map(({ from }) => from)));
  const held = Object.fromEntries(Object.entries(book.held).filter(([address]) => !senders.has(address)));
  const added = movements.flatMap(({ blockHeight, to, units, failed }) =>
    failed ? [] : [{ height: blockHeight, to, units: `${units}` }],
  );
  return { ...book, held, added: [...book.added, ...added].filter(({ to }) => held[to] !== undefined) };
}

function findGrown({ coin, nowMs }: Parts, { held, added }: CoinBook, now: CoinBook['held'], at: At): Transfer[] {
  const expected = new Map(Object.entries(held).map(([address, { units }]) => [address, BigInt(units)]));
  for (const { to, units } of added) expected.set(to, (expected.get(to) ?? 0n) + BigInt(units));
  const grown = [...expected].flatMap(([address, known]) => {
    const units = BigInt(now[address]?.units ?? 0) - known;
    return units > 0n ? [{ address, units }] : [];
  });
  return grown.map(({ address, units }, index) => ({
    tx: at.hash,
    index,
    keys: [],
    address: getAddress(address),
    asset: coin.code,
    token: undefined,
    amount: fromUnits(chainUnits(units), coin.decimals),
    blockHeight: at.height,
    blockTimeMs: at.timeMs,
    firstSeenAtMs: Math.min(nowMs, at.timeMs),
    failed: false,
    spends: [],
    isUnexplained: true,
  }));
}
