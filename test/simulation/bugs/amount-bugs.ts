import { formatDecimal, parseDecimal, roundUpToUnit } from '../../../src/domain/money/decimal.ts';
import { ZERO } from '../../../src/domain/money/money.ts';
import type { PaymentBook } from '../../../src/ports/payment-book.ts';
import type { Bug } from './bug.ts';
import { wrapBook } from './wrap-book.ts';
import { wrapHold } from './wrap-hold.ts';

/** Bugs in how payments by hand are matched. */
export const AMOUNT_BUGS: readonly Bug[] = [
  {
    name: 'an amount also counts for what was sent before it was issued',
    caughtBy: ['no payment by hand precedes its amount', 'no transfer precedes its target'],
    database: wrapBook((book) => ({
      matchAmounts: async (...args) =>
        (await book.matchAmounts(...args)).map((match) => Object.assign(match, { assignedAtMs: 0 })),
    })),
  },
  {
    name: 'an amount is reused although it is held',
    caughtBy: ['an amount is held while somebody may pay it'],
    store: wrapHold(({ assignedAtMs }) => assignedAtMs),
  },
  {
    name: 'a tail counts as an overpayment',
    caughtBy: ['a tail is no overpayment'],
    database: wrapBook((book) => ({
      changeIntent: (ref, atMs, change) =>
        book.changeIntent(ref, atMs, (intent) => {
          const changed = change(intent);
          const payments = changed?.intent.payments.map((payment) => ({ ...payment, tail: ZERO }));
          return changed && payments && { ...changed, intent: { ...changed.intent, payments } };
        }),
    })),
  },
  {
    name: 'an exact amount names nobody',
    caughtBy: ['a payment in time succeeds'],
    database: wrapBook(() => ({ matchAmounts: async () => [] })),
  },
  {
    name: 'an amount pays although another intent owes it',
    caughtBy: ['what another intent owes pays nobody by its amount'],
    database: wrapBook(() => ({ findOwedByOthers: async () => [] })),
  },
  {
    name: 'the nearest amount is credited',
    caughtBy: ['every payment went to a target of its intent'],
    database: wrapBook((book) => ({ matchAmounts: (network, transfers) => matchNearest(book, network, transfers) })),
  },
];

/** Takes what an exchange cut off for sent. */
async function matchNearest(book: PaymentBook, ...[network, transfers]: Parameters<PaymentBook['matchAmounts']>) {
  const rounded = transfers.map(({ key, tx, index }) => {
    const [, name = '', amount = ''] = /^(.*\/)(.*)$/.exec(key) ?? [];
    return { tx, index, key: `${name}${formatDecimal(roundUpToUnit(parseDecimal(amount), 8))}` };
  });
  return book.matchAmounts(network, rounded);
}
