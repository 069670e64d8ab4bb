import type { AmountOrder } from '../../../src/ports/intents.ts';
import type { Bug } from './bug.ts';

/** Holds exact amounts until another time. */
export const wrapHold =
  (untilMs: (order: AmountOrder, network: string) => number): NonNullable<Bug['store']> =>
  (store) => ({
    ...store,
    intents: {
      ...store.intents,
      assignTargets: (id, networks, make, orderAmount) =>
        store.intents.assignTargets(id, networks, make, (target) => {
          const order = orderAmount?.(target);
          return order && { ...order, heldUntilMs: untilMs(order, target.network) };
        }),
    },
  });
