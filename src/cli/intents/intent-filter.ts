import { INTENT_STATUSES, type IntentStatus } from '../../domain/intents/intent-status.ts';
import { LIMITS } from '../../domain/limits.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import { UserError } from '../../domain/user-error.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import type { Args } from '../command.ts';

export const filterOptions = {
  search: {
    type: 'string',
    help: 'the beginning of an ID, name, email, order, transaction, address or invoice number',
  },
  status: { type: 'string', help: 'only this status, such as succeeded', values: Object.keys(INTENT_STATUSES) },
  asset: { type: 'string', help: 'only this asset, such as SOL' },
  network: { type: 'string', help: 'only with a payment on this network, such as solana' },
  currency: { type: 'string', help: 'only this currency, such as USD' },
  'amount-min': { type: 'string', help: 'at least this total, in the smallest unit of --currency' },
  'amount-max': { type: 'string', help: 'at most this total, in the smallest unit of --currency' },
  after: { type: 'string', help: 'created after this time, such as 2026-11-15T09:30:00Z' },
  before: { type: 'string', help: 'created before this time' },
} as const;

/** The options as the query of the API, which checks them. */
export function readQuery(args: Args): Record<string, string> {
  const query = {
    search: args.optional('search'),
    status: args.optional('status'),
    asset: args.optional('asset'),
    network: args.optional('network'),
    currency: args.optional('currency'),
    amount_min: args.optional('amount-min'),
    amount_max: args.optional('amount-max'),
    created_after: args.optional('after'),
    created_before: args.optional('before'),
  };
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The options as a filter of the database. */
export function readFilter(args: Args): Omit<IntentFilter, 'limit'> {
  const { search, status, asset, network } = readQuery(args);
  const [after, before] = [readTime(args, 'after'), readTime(args, 'before')];
  return {
    ...(search === undefined || search.trim() === '' ? {} : { search: search.trim() }),
    ...(status === undefined ? {} : { status: status as IntentStatus }),
    ...(asset === undefined ? {} : { asset: asset.toUpperCase() }),
    ...(network === undefined ? {} : { network }),
    ...readAmount(args),
    ...(after === undefined ? {} : { createdAfterMs: after }),
    ...(before === undefined ? {} : { createdBeforeMs: before }),
  };
}

function readTime(args: Args, name: string): number | undefined {
  const text = args.optional(name);
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UserError(`--${name} must be a time such as 2026-11-15T09:30:00Z.`, 'usage');
  return ms;
}

function readAmount(args: Args): Pick<IntentFilter, 'amount' | 'currency'> {
  const currency = args.optional('currency')?.toUpperCase();
  const [min, max] = ['amount-min', 'amount-max'].map((name) => {
    const text = args.optional(name);
    if (text !== undefined && !/^\d{1,12}$/.test(text))
      throw new UserError(`--${name} must be a whole number, in the smallest unit of the currency.`, 'usage');
    return text;
  });
  if (min === undefined && max === undefined) return currency === undefined ? {} : { currency };
  if (currency === undefined) throw new UserError('Set --currency with --amount-min or --amount-max.', 'usage');
  return { amount: { currency, min: fiatAmount(min ?? 0), max: fiatAmount(max ?? LIMITS.amountMax) } };
}
