import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentDatabase } from '../../ports/payment-book.ts';
import type { Store } from '../../ports/stores.ts';
import { isMoved } from '../database/database.ts';

/** A held request waits this long for the switch. A switch that takes longer has been undone by then. */
const HELD_MS_MAX = 2_500;
const ASK_AGAIN_MS = 40;

type Parts = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

/**
 * The data of a merchant on the move. What the fence rejects was rolled back as a whole, so it is done again, in the store
 * that has the merchant by then.
 */
export function patientStore(find: () => Promise<Store>): Store {
  const partOf = (part: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...args: unknown[]) =>
            patiently(async () => ((await find()) as unknown as Parts)[part]?.[method]?.(...args)),
      },
    );
  return new Proxy({} as Store, { get: (_, part: string) => (part === 'then' ? undefined : partOf(part)) });
}

/** The same for what is done in the tenant's database. */
export const patientDatabase = (find: () => Promise<PaymentDatabase>): PaymentDatabase => ({
  findWatch: async (network, nowMs) => (await find()).findWatch(network, nowMs),
  transact: (work) => patiently(async () => (await find()).transact(work)),
});

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + HELD_MS_MAX;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isMoved(error) || performance.now() > untilMs) throw error;
    }
    await sleep(ASK_AGAIN_MS);
  }
}
