import type { ChainAdapter, Scan } from '../../chain-ports.ts';
import { ASSETS } from '../../domain/asset.ts';
import { encodeBase62 } from '../../domain/base62.ts';
import { formatDecimal } from '../../domain/decimal.ts';
import { NETWORKS } from '../../domain/network.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transfer } from '../../domain/transfer.ts';
import type { SimulatedLedger, SimulatedTransfer } from '../../payment-ports.ts';
import type { Clock, Random } from '../../ports.ts';
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

/** The last transfer that was read, and the block up to which the fate of each was told. */
interface Cursor {
  number: number;
  height: number;
}

/**
 * A chain without a network: a block is a stretch of time, and whatever was sent in one stands in the next. So all
 * processes agree on it without a miner, and a payment takes as long as it would elsewhere, only faster. Each transfer
 * comes with a script of what the chain will do to it.
 */
export function createSimulatedChain({ ledger, clock, random, blockMs }: Parts): ChainAdapter {
  const heightAt = (timeMs: number) => Math.floor(timeMs / blockMs);

  function transferOf(sent: SimulatedTransfer, height: number): Transfer {
    const { minedAt } = fateOf(sent.script, heightAt(sent.sentAtMs), height);
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
    cursor: Cursor,
    height: number,
  ): Pick<Scan, 'rolledBackTo' | 'transfers' | 'replaced'> {
    const fates = known.map((sent) => ({
      sent,
      before: fateOf(sent.script, heightAt(sent.sentAtMs), cursor.height),
      now: fateOf(sent.script, heightAt(sent.sentAtMs), height),
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
        .map(({ sent }) => transferOf(sent, height)),
      replaced: fates.filter(({ now }) => now.replaced).map(({ sent }) => nameOf(sent)),
    };
  }

  /** Where a script is running, block by block, so that nothing of it is missed between two looks. */
  function nextHeight(
    cursor: Cursor,
    known: readonly SimulatedTransfer[],
    fresh: readonly SimulatedTransfer[],
    newest: number,
  ): number {
    const begins = fresh.filter(isScripted).map(({ sentAtMs }) => Math.max(heightAt(sentAtMs), cursor.height));
    return Math.min(newest, ...begins, ...(known.some(isScripted) ? [cursor.height + 1] : []));
  }

  return {
    network: NETWORKS.simulated,
    assets: [...ASSETS.keys()].map((code) => ({ code, network: 'simulated', token: undefined, decimals: 18 })),
    walletKind: 'none',
    readWallet() {
      throw new Refusal('The simulated network needs no wallet: every test payment gets an address by itself.');
    },
    placeAt: () => ({
      address: `sim1${encodeBase62(random.bytes(ADDRESS_BYTES), ADDRESS_DIGITS)}`,
      reference: undefined,
    }),
    paymentUri: ({ place, asset, amount }) =>
      `simulated:${place.address}?${new URLSearchParams({ amount: formatDecimal(amount), asset }).toString()}`,

    async scan(text) {
      const scannedUntilMs = clock.nowMs();
      const cursor = readCursor(text, heightAt(scannedUntilMs));
      const newest = Math.max(heightAt(scannedUntilMs), cursor.height);
      const known = await ledger.since((cursor.height - SCRIPT_BLOCKS_MAX) * blockMs, cursor.number);
      const fresh = await ledger.after(cursor.number, SCAN_TRANSFERS_MAX);
      const tipHeight = nextHeight(cursor, known, fresh, newest);
      const followed = followUp(known, cursor, tipHeight);
      const last = fresh.at(-1);
      const isFull = fresh.length === SCAN_TRANSFERS_MAX;
      return {
        ...followed,
        transfers: [...followed.transfers, ...fresh.map((sent) => transferOf(sent, tipHeight))],
        missing: [],
        cursor: JSON.stringify({ number: last?.number ?? cursor.number, height: tipHeight } satisfies Cursor),
        tipHeight,
        // A full page may hide what comes behind it: nothing after its last transfer has been seen.
        scannedUntilMs: isFull ? (last?.sentAtMs ?? 0) : scannedUntilMs,
        behind: isFull || tipHeight < newest,
      };
    },

    async lookUp(tx) {
      const number = Number(/^sim_(\d{12})$/.exec(tx)?.[1] ?? 0);
      const [sent] = number > 0 ? await ledger.after(number - 1, 1) : [];
      return sent?.number === number ? [transferOf(sent, heightAt(clock.nowMs()))] : [];
    },
  };
}

const isScripted = ({ script }: SimulatedTransfer) => script !== 'mined';

const nameOf = ({ number }: SimulatedTransfer) => `sim_${String(number).padStart(12, '0')}`;

/** A cursor of earlier versions was the number alone. */
function readCursor(text: string | undefined, tipHeight: number): Cursor {
  if (text === undefined) return { number: 0, height: tipHeight };
  return /^\d+$/.test(text) ? { number: Number(text), height: tipHeight } : (JSON.parse(text) as Cursor);
}
