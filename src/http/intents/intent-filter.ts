import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import { invalidQuery } from '../server/invalid-query.ts';
import { statusWords } from '../server/shapes.ts';
import { readTime, timeQuery } from '../server/time-query.ts';

const amountQuery = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^(0|[1-9][0-9]{0,11})$',
      description: `${description} In the smallest unit of \`currency\`, which it needs.`,
      'x-expected': `a whole number from 0 to ${LIMITS.amountMax}`,
    }),
  );

/** The filters of payment intents, in lists and exports. */
export const intentFilterQuery = {
  search: Type.Optional(
    Type.String({
      maxLength: LIMITS.searchLengthMax,
      description:
        'The beginning of an ID (with or without `pi_`), a word of the customer’s name, email address, order ID, ' +
        'transaction ID, address or invoice number. The whole email address of a customer finds only this address. Ignores case.',
    }),
  ),
  status: Type.Optional(statusWords({ description: 'Only with this status.' })),
  asset: Type.Optional(Type.String({ maxLength: 16, description: 'Only in this asset, such as `SOL`.' })),
  network: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only with a payment on this network, such as `solana`.',
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]{3,12}$',
      description: 'Only in this currency, such as `USD`.',
      'x-expected': 'a currency code of 3 to 12 letters or digits',
    }),
  ),
  amount_min: amountQuery('Only with at least this total.'),
  amount_max: amountQuery('Only with at most this total.'),
  email: Type.Optional(
    Type.String({
      maxLength: LIMITS.emailLengthMax,
      description: 'Only with this email address. Ignores case.',
    }),
  ),
  order_id: Type.Optional(Type.String({ maxLength: LIMITS.orderIdLengthMax, description: 'Only with this order ID.' })),
  created_after: timeQuery('Only created after this time.'),
  created_before: timeQuery('Only created before this time.'),
};

const Filter = Type.Object(intentFilterQuery);
export type IntentQuery = Static<typeof Filter>;

/** The filter of a query whose schema has been checked. */
export function readIntentFilter(query: IntentQuery): Omit<IntentFilter, 'limit' | 'olderThan'> {
  const search = query.search?.trim() ?? '';
  const { status, asset, network, email, order_id: orderId, created_after: after, created_before: before } = query;
  return {
    ...(search === '' ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(asset === undefined ? {} : { asset: asset.toUpperCase() }),
    ...(network === undefined ? {} : { network }),
    ...readAmount(query),
    ...(email === undefined ? {} : { email }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(after === undefined ? {} : { createdAfterMs: readTime('created_after', after) }),
    ...(before === undefined ? {} : { createdBeforeMs: readTime('created_before', before) }),
  };
}

function readAmount({ currency: code, amount_min: min, amount_max: max }: IntentQuery) {
  const currency = code?.toUpperCase();
  if (min === undefined && max === undefined) return currency === undefined ? {} : { currency };
  if (currency === undefined) throw invalidQuery('currency', 'set, because an amount needs its currency');
  const amount = { currency, min: fiatAmount(min ?? 0), max: fiatAmount(max ?? LIMITS.amountMax) };
  if (amount.max < amount.min) throw invalidQuery('amount_max', 'at least amount_min');
  return { amount };
}
