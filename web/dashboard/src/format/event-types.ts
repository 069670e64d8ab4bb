/** The types of events that an endpoint can choose, by prefix. */
export const EVENT_GROUPS: readonly { prefix: string; title: string; types: readonly string[] }[] = [
  {
    prefix: 'payment_intent',
    title: 'Payments',
    types: [
      'payment_intent.created',
      'payment_intent.requires_payment',
      'payment_intent.processing',
      'payment_intent.partially_paid',
      'payment_intent.succeeded',
      'payment_intent.expired',
      'payment_intent.canceled',
      'payment_intent.needs_review',
      'payment_intent.reversed',
      'payment_intent.flagged',
      'payment_intent.expiry_changed',
    ],
  },
  {
    prefix: 'payment',
    title: 'Transactions of a payment',
    types: ['payment.seen', 'payment.confirmed', 'payment.final', 'payment.void'],
  },
  { prefix: 'transfer', title: 'Transfers', types: ['transfer.unmatched'] },
  { prefix: 'wallet', title: 'Wallets', types: ['wallet.changed'] },
  { prefix: 'api_key', title: 'API keys', types: ['api_key.expiring'] },
  { prefix: 'webhook_endpoint', title: 'Webhooks', types: ['webhook_endpoint.disabled'] },
];

export const EVENT_TYPES: readonly string[] = EVENT_GROUPS.flatMap(({ types }) => types);

/** The shortest list with the same meaning: `*`, or a prefix where all its types are chosen. */
export function shortenTypes(chosen: ReadonlySet<string>): string[] {
  if (EVENT_TYPES.every((type) => chosen.has(type))) return ['*'];
  return EVENT_GROUPS.flatMap(({ prefix, types }) =>
    types.length > 1 && types.every((type) => chosen.has(type))
      ? [`${prefix}.*`]
      : types.filter((type) => chosen.has(type)),
  );
}

/** The types that a list with wildcards stands for. */
export const expandTypes = (listed: readonly string[]): Set<string> =>
  new Set(
    EVENT_TYPES.filter((type) =>
      listed.some((one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1)))),
    ),
  );
