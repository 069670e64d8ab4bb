import type { PendingTransfer } from '../../../src/ports/chain.ts';
import type { NetworkWatch } from '../../../src/ports/payment-book.ts';
import { isOpen } from './payment-book.ts';
import type { Tables, TargetEntry } from './tables.ts';

const RECENT_BLOCKS = 200;
const RECENTLY_MS = 600_000;

/** Addresses are read when they are asked for, as a query would be. */
export function findWatch(read: () => Tables, network: string, nowMs: number): NetworkWatch | undefined {
  const listOwn = () => [...read().targets.values()].filter((target) => target.network === network);
  const listWatched = (own = listOwn()) => own.filter(({ watchedUntilMs }) => watchedUntilMs > nowMs);
  const own = listOwn();
  const watched = listWatched(own);
  if (watched.length === 0) return undefined;
  const scan = read().scans.get(network);
  const pending = listPending(read(), network, (scan?.tip.tipHeight ?? newestFinal(read(), network)) - RECENT_BLOCKS);
  const isRecent = scan !== undefined && scan.scannedUntilMs > nowMs - RECENTLY_MS;
  return {
    cursor: scan?.cursor,
    watch: {
      nowMs,
      sinceMs: isRecent ? 0 : firstOf(watched),
      pending,
      needsAgreement: pending.some(({ awaits }) => awaits !== undefined),
      coinUntilMs: lastOf(own),
      addresses: async (max = Number.POSITIVE_INFINITY, which) => {
        const addresses = which === 'awaited' ? listAwaited(read(), listWatched()) : listWatched().sort(byAddress);
        return [...new Set(addresses.map(({ address }) => address))].slice(0, max + 1);
      },
      sinceOf: async (address) => firstOf(listWatched().filter((target) => target.address === address)),
    },
  };
}

const byAddress = (one: TargetEntry, other: TargetEntry) => (one.address < other.address ? -1 : 1);

/** The targets of intents that wait for money, the one assigned last first. */
const listAwaited = ({ intents }: Tables, targets: readonly TargetEntry[]): TargetEntry[] =>
  targets
    .filter((target) => {
      const intent = intents.get(target.intent.id)?.intent;
      return intent !== undefined && isOpen(intent);
    })
    .sort((one, other) => other.assignedAtMs - one.assignedAtMs || byAddress(one, other));

const firstOf = (targets: readonly TargetEntry[]) => Math.min(...targets.map(({ assignedAtMs }) => assignedAtMs));

/** When the last payment in the network's coin can arrive. */
const lastOf = (targets: readonly TargetEntry[]): number | undefined =>
  targets.reduce<number | undefined>(
    (last, { coinUntilMs }) => (coinUntilMs === undefined ? last : Math.max(last ?? 0, coinUntilMs)),
    undefined,
  );

const newestFinal = ({ intents }: Tables, network: string): number =>
  [...intents.values()]
    .flatMap(({ intent }) => intent.payments)
    .filter((payment) => payment.network === network && payment.state === 'final')
    .reduce((newest, { blockHeight = 0 }) => Math.max(newest, blockHeight), 0);

function listPending({ intents }: Tables, network: string, aboveHeight: number): PendingTransfer[] {
  const pending = new Map<string, PendingTransfer>();
  for (const { intent } of intents.values()) {
    for (const payment of intent.payments) {
      const { tx, spends, blockHeight, blockTimeMs, requirement, state } = payment;
      const matters =
        state === 'seen' ||
        state === 'confirmed' ||
        (state === 'final' && blockHeight !== undefined && blockHeight > aboveHeight);
      if (payment.network !== network || !matters) continue;
      const awaits = requirement.agreed && state !== 'final' ? { requirement, blockTimeMs } : undefined;
      const name = `${tx} ${spends.join()} ${blockHeight} ${awaits ? JSON.stringify(requirement) : ''}`;
      pending.set(name, { tx, spends, blockHeight, awaits });
    }
  }
  return [...pending.values()];
}
