import { encodeBase62 } from '../../domain/base62.ts';
import { ASSETS } from '../../domain/money/asset.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ChainAdapter, Scan } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SimulatedLedger, SimulatedTransfer } from '../../ports/simulated-ledger.ts';
import { type Calendar, calendarOf, type Epoch } from './calendar.ts';
import { outcomeOf, SCRIPT_BLOCKS_MAX } from './outcome-of.ts';

const SCAN_TRANSFERS_MAX = 1_000;
const ADDRESS_BYTES = 16;
const ADDRESS_DIGITS = 22;

interface Parts {
  ledger: SimulatedLedger;
  clock: Clock;
  random: Random;
  blockMs: number;
}

/** The last transfer that was read, the height at that time, and how heights were counted. */
interface Cursor {
  number: number;
  height: number;
  epoch: Epoch;
}

/**
 * A chain without a network. Blocks follow the clock: a transfer is mined in the block after the one in which it was
 * sent, so all processes agree without a miner. Each transfer has a script that says what the chain does to it.
 */
export function createSimulatedChain({ ledger, clock, random, blockMs }: Parts): ChainAdapter {
  const forever: Epoch = { height: 0, timeMs: 0, blockMs };

  return {
    network: NETWORKS.simulated,
    assets: [...ASSETS.keys()].map((code) => ({ code, network: 'simulated', token: undefined, decimals: 18 })),
    walletKinds: [],
    readWallet() {
      throw new UserError('The simulated network needs no wallet. Every test payment gets an address automatically.');
    },
    targetAt: () => ({
      address: `sim1${encodeBase62(random.bytes(ADDRESS_BYTES), ADDRESS_DIGITS)}`,
      reference: undefined,
      matchedBy: 'address',
    }),
    paymentUri: ({ target, asset, amount }) =>
      `simulated:${target.address}?${new URLSearchParams({ amount: formatDecimal(amount), asset }).toString()}`,

    async scan(text) {
      const scannedUntilMs = clock.nowMs();
      const cursor = readCursor(text, forever, scannedUntilMs);
      const calendar = calendarOf(cursor.epoch);
      const newest = Math.max(calendar.heightAt(scannedUntilMs), cursor.height);
      const known = await ledger.since(calendar.timeOf(cursor.height - SCRIPT_BLOCKS_MAX), cursor.number);
      const fresh = await ledger.after(cursor.number, SCAN_TRANSFERS_MAX);
      const tipHeight = nextHeight({ known, fresh, calendar, from: cursor.height, newest });
      const followed = followUp(known, calendar, cursor.height, tipHeight);
      const last = fresh.at(-1);
      const isFull = fresh.length === SCAN_TRANSFERS_MAX;
      return {
        ...followed,
        transfers: [...followed.transfers, ...fresh.map((sent) => transferOf(sent, calendar, tipHeight))],
        missing: [],
        cursor: JSON.stringify({ ...cursor, number: last?.number ?? cursor.number, height: tipHeight }),
        tipHeight,
        tipTimeMs: calendar.timeOf(tipHeight),
        // If the page is full, nothing after its last transfer has been seen.
        scannedUntilMs: isFull ? (last?.sentAtMs ?? 0) : scannedUntilMs,
        behind: isFull || tipHeight < newest,
      };
    },

    earlierCursor,

    async probe() {
      const timeMs = clock.nowMs();
      return { height: calendarOf(forever).heightAt(timeMs), timeMs };
    },

    async lookUp(tx) {
      const number = Number(/^sim_(\d{12})$/.exec(tx)?.[1] ?? 0);
      const [sent] = number > 0 ? await ledger.after(number - 1, 1) : [];
      const calendar = calendarOf(forever);
      return sent?.number === number ? [transferOf(sent, calendar, calendar.heightAt(clock.nowMs()))] : [];
    },
  };
}

function transferOf(sent: SimulatedTransfer, calendar: Calendar, height: number): Transfer {
  const { minedAt } = outcomeOf(sent.script, calendar.heightAt(sent.sentAtMs), height);
  return {
    tx: nameOf(sent),
    index: 0,
    keys: [sent.address],
    address: sent.address,
    asset: sent.asset,
    token: undefined,
    amount: sent.amount,
    blockHeight: minedAt,
    blockTimeMs: minedAt === undefined ? undefined : calendar.timeOf(minedAt),
    failed: false,
    spends: [],
    firstSeenAtMs: sent.sentAtMs,
  };
}

/** What the blocks since the last scan did to known transfers. */
function followUp(
  known: readonly SimulatedTransfer[],
  calendar: Calendar,
  from: number,
  height: number,
): Pick<Scan, 'rolledBackTo' | 'transfers' | 'replaced'> {
  const outcomes = known.map((sent) => ({
    sent,
    before: outcomeOf(sent.script, calendar.heightAt(sent.sentAtMs), from),
    now: outcomeOf(sent.script, calendar.heightAt(sent.sentAtMs), height),
  }));
  const undone = outcomes.flatMap(({ before, now }) =>
    before.minedAt !== undefined && now.minedAt !== before.minedAt ? [before.minedAt - 1] : [],
  );
  const rolledBackTo = undone.length === 0 ? undefined : Math.min(...undone);
  return {
    rolledBackTo,
    // Transfers mined since the last scan, and those that the new branch contains again.
    transfers: outcomes
      .filter(({ before, now }) => {
        if (now.minedAt === undefined) return false;
        return now.minedAt !== before.minedAt || (rolledBackTo !== undefined && now.minedAt > rolledBackTo);
      })
      .map(({ sent }) => transferOf(sent, calendar, height)),
    replaced: outcomes.filter(({ now }) => now.replaced).map(({ sent }) => nameOf(sent)),
  };
}

const isScripted = ({ script }: SimulatedTransfer) => script !== 'mined';

const nameOf = ({ number }: SimulatedTransfer) => `sim_${String(number).padStart(12, '0')}`;

interface ScanRange {
  known: readonly SimulatedTransfer[];
  fresh: readonly SimulatedTransfer[];
  calendar: Calendar;
  from: number;
  newest: number;
}

/** Advances block by block while a script runs, so no step of it is skipped. */
function nextHeight({ known, fresh, calendar, from, newest }: ScanRange): number {
  const starts = fresh.filter(isScripted).map(({ sentAtMs }) => Math.max(calendar.heightAt(sentAtMs), from));
  return Math.min(newest, ...starts, ...(known.some(isScripted) ? [from + 1] : []));
}

/**
 * If the block time has changed, the height continues from the last scan, so mined blocks stay below the tip. Cursors of
 * earlier versions contain only the number.
 */
function readCursor(text: string | undefined, forever: Epoch, nowMs: number): Cursor {
  const start = { number: 0, height: calendarOf(forever).heightAt(nowMs), epoch: forever };
  if (text === undefined) return start;
  if (isOld(text)) return { ...start, number: Number(text) };
  const cursor = { epoch: forever, ...parseCursor(text) };
  if (cursor.epoch.blockMs === forever.blockMs) return cursor;
  return { ...cursor, epoch: { height: cursor.height, timeMs: nowMs, blockMs: forever.blockMs } };
}

/** Cursors of earlier versions contain only the number. */
const isOld = (text: string): boolean => /^\d+$/.test(text);

/** Heights are compared as they are: the process that asks may have another block time, and must not change the calendar. */
function earlierCursor(one: string, other: string): string {
  const numberOf = (text: string) => (isOld(text) ? Number(text) : parseCursor(text).number);
  const number = Math.min(numberOf(one), numberOf(other));
  if (isOld(one) || isOld(other)) return String(number);
  const [a, b] = [parseCursor(one), parseCursor(other)];
  return JSON.stringify({ ...(a.height < b.height ? a : b), number });
}

function parseCursor(text: string): Omit<Cursor, 'epoch'> & Partial<Cursor> {
  try {
    const cursor = JSON.parse(text) as Cursor | null;
    if (Number.isSafeInteger(cursor?.number) && Number.isSafeInteger(cursor?.height)) return cursor as Cursor;
  } catch {
    // Invalid JSON is reported like JSON of the wrong shape.
  }
  throw new ChainError('distrusted', 'The cursor of the simulated chain is invalid.');
}
