import { mistakesBetween } from '../nearest.ts';
import type { IntentRequest } from './intent-request.ts';

type Optional = {
  [Name in keyof IntentRequest]-?: undefined extends IntentRequest[Name] ? Name : never;
}[keyof IntentRequest];

const OPTIONAL: Record<Optional, true> = {
  metadata: true,
  order_id: true,
  description: true,
  return_url: true,
  cancel_url: true,
  expires_in: true,
  locale: true,
};

const REQUIRED: Record<Exclude<keyof IntentRequest, Optional>, true> = {
  customer: true,
  total_amount: true,
  items: true,
  currency_displayed: true,
  tax_percent: true,
  tax_amount: true,
  crypto_amount_requested: true,
  exchange_rate: true,
  billing_address: true,
  shipping_address: true,
};

const KNOWN: ReadonlySet<string> = new Set([...Object.keys(REQUIRED), ...Object.keys(OPTIONAL)]);

/** Without underscores and case, so that `returnUrl` is no mistake at all. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const CANDIDATES = Object.keys(OPTIONAL).map((name) => ({ name, letters: plain(name) }));

/** What other payment services call a field, and what does the same here. */
const ELSEWHERE: ReadonlyMap<string, { hint: string; unless?: Optional }> = new Map([
  [plain('expires_at'), { hint: 'Use "expires_in", in seconds.', unless: 'expires_in' }],
  [plain('success_url'), { hint: 'Use "return_url".', unless: 'return_url' }],
  [plain('redirect_url'), { hint: 'Use "return_url".', unless: 'return_url' }],
  [plain('customer_email'), { hint: 'Use "customer.email".' }],
  [plain('webhook_url'), { hint: 'Add a webhook endpoint instead (/docs/webhooks).' }],
]);

/** A body can have thousands of unknown members. Only the first ones are compared. */
const COMPARED_MAX = 20;

/**
 * The unknown members of a request that have a known meaning, and what to send instead: names that other services use,
 * and names that are one typing mistake away from an optional member. A member that the request has is not suggested.
 */
export function findMistaken(request: IntentRequest): { name: string; hint: string }[] {
  let unknown: string[] | undefined;
  for (const name in request) if (!KNOWN.has(name)) (unknown ??= []).push(name);
  if (!unknown) return [];
  return unknown
    .filter((name) => /^[\w-]{4,20}$/.test(name))
    .slice(0, COMPARED_MAX)
    .flatMap((name) => {
      const hint = hintFor(plain(name), request);
      return hint === undefined ? [] : [{ name, hint }];
    });
}

function hintFor(letters: string, request: IntentRequest): string | undefined {
  const other = ELSEWHERE.get(letters);
  if (other) return other.unless !== undefined && other.unless in request ? undefined : other.hint;
  const meant = CANDIDATES.find(
    ({ name, letters: known }) => !(name in request) && mistakesBetween(letters, known) <= 1,
  );
  return meant && `Did you mean "${meant.name}"?`;
}
