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
import { fateOf, SCRIPT_BLOCKS_MAX } from './fate-of.ts';

const SCAN_TRANSFERS_MAX = 1_000;
const ADDRESS_BYTES = 16;
const ADDRESS_DIGITS = 22;

interface Parts {
  ledger: SimulatedLedger;
  clock: Clock;
  random: Random;
  blockMs: number;
}

/** The last transfer that was read, the block up to which the fate of each was told, and how blocks were counted then. */
interface Cursor {
  number: number;
  height: number;
  epoch: Epoch;
}

/**
 * A chain without a network: a block is a stretch of time, and whatever was sent in one stands in the next. So all
 * processes agree on it without a miner, and a payment takes as long as it would elsewhere, only faster. Each transfer
 * comes with a script of what the chain will do to it.
 */
export function createSimulatedChain({ ledger, clock, random, blockMs }: Parts): ChainAdapter {
  const forever: Epoch = { height: 0, timeMs: 0, blockMs };

  return {
    network: NETWORKS.simulated,
    assets: [...ASSETS.keys()].map((code) => ({ code, network: 'simulated', token: undefined, decimals: 18 })),
    walletKind: 'none',
    readWallet() {
      throw new UserError('The simulated network needs no wallet: every test payment gets an address by itself.');
    },
    targetAt: () => ({
      address: `sim1${encodeBase62(random.bytes(ADDRESS_BYTES), ADDRESS_DIGITS)}`,
      reference: undefined,
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
        // A full page may hide what comes behind it: nothing after its last transfer has been seen.
        scannedUntilMs: isFull ? (last?.sentAtMs ?? 0) : scannedUntilMs,
        behind: isFull || tipHeight < newest,
      };
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
  const { minedAt } = fateOf(sent.script, calendar.heightAt(sent.sentAtMs), height);
  return {
    tx: nameOf(sent),
    index: 0,
    keys: [sent.address],
    address: sent.address,
    asset: sent.asset,
    token: undefined,
    amount: sent.amount,
    blockHeight: minedAt,
    failed: false,
    spends: [],
    firstSeenAtMs: sent.sentAtMs,
  };
}

/** What the blocks since the last look did to transfers that were known before. */
function followUp(
  known: readonly SimulatedTransfer[],
  calendar: Calendar,
  from: number,
  height: number,
): Pick<Scan, 'rolledBackTo' | 'transfers' | 'replaced'> {
  const fates = known.map((sent) => ({
    sent,
    before: fateOf(sent.script, calendar.heightAt(sent.sentAtMs), from),
    now: fateOf(sent.script, calendar.heightAt(sent.sentAtMs), height),
  }));
  const undone = fates.flatMap(({ before, now }) =>
    before.minedAt !== undefined && now.minedAt !== before.minedAt ? [before.minedAt - 1] : [],
  );
  const rolledBackTo = undone.length === 0 ? undefined : Math.min(...undone);
  return {
    rolledBackTo,
    // What stands in a block since the last look, and what a branch that won has taken over.
    transfers: fates
      .filter(({ before, now }) => {
        if (now.minedAt === undefined) return false;
        return now.minedAt !== before.minedAt || (rolledBackTo !== undefined && now.minedAt > rolledBackTo);
      })
      .map(({ sent }) => transferOf(sent, calendar, height)),
    replaced: fates.filter(({ now }) => now.replaced).map(({ sent }) => nameOf(sent)),
  };
}

const isScripted = ({ script }: SimulatedTransfer) => script !== 'mined';

const nameOf = ({ number }: SimulatedTransfer) => `sim_${String(number).padStart(12, '0')}`;

interface Looked {
  known: readonly SimulatedTransfer[];
  fresh: readonly SimulatedTransfer[];
  calendar: Calendar;
  from: number;
  newest: number;
}

/** Where a script is running, block by block, so that nothing of it is missed between two looks. */
function nextHeight({ known, fresh, calendar, from, newest }: Looked): number {
  const begins = fresh.filter(isScripted).map(({ sentAtMs }) => Math.max(calendar.heightAt(sentAtMs), from));
  return Math.min(newest, ...begins, ...(known.some(isScripted) ? [from + 1] : []));
}

/**
 * Where blocks take another time than before, they are counted on from the last one: what was mined stays below. A cursor
 * of earlier versions was the number alone.
 */
function readCursor(text: string | undefined, forever: Epoch, nowMs: number): Cursor {
  const start = { number: 0, height: calendarOf(forever).heightAt(nowMs), epoch: forever };
  if (text === undefined) return start;
  if (/^\d+$/.test(text)) return { ...start, number: Number(text) };
  const cursor = { epoch: forever, ...parseCursor(text) };
  if (cursor.epoch.blockMs === forever.blockMs) return cursor;
  return { ...cursor, epoch: { height: cursor.height, timeMs: nowMs, blockMs: forever.blockMs } };
}

function parseCursor(text: string): Omit<Cursor, 'epoch'> & Partial<Cursor> {
  try {
    const cursor = JSON.parse(text) as Cursor | null;
    if (Number.isSafeInteger(cursor?.number) && Number.isSafeInteger(cursor?.height)) return cursor as Cursor;
  } catch {
    // What is no JSON is as unreadable as JSON of another form.
  }
  throw new ChainError('distrusted', 'The cursor of the simulated chain cannot be read.');
}
