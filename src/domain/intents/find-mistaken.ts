import { mistakesBetween } from '../nearest.ts';
import type { Address, IntentRequest } from './intent-request.ts';

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
  [plain('amount'), { hint: 'Use "total_amount".' }],
  [plain('currency'), { hint: 'Use "currency_displayed".' }],
  [plain('line_items'), { hint: 'Use "items".' }],
  [plain('expires_at'), { hint: 'Use "expires_in", in seconds.', unless: 'expires_in' }],
  [plain('success_url'), { hint: 'Use "return_url".', unless: 'return_url' }],
  [plain('redirect_url'), { hint: 'Use "return_url".', unless: 'return_url' }],
  [plain('customer_email'), { hint: 'Use "customer.email".' }],
  [plain('webhook_url'), { hint: 'Add a webhook endpoint instead (/docs/guides/webhooks).' }],
]);

/** An object in the request: its members, and what other services call them. */
interface Part {
  known: ReadonlySet<string>;
  hints: ReadonlyMap<string, string>;
}

const part = <Name extends string>(known: Record<Name, true>, hints: Record<string, readonly string[]>): Part => ({
  known: new Set(Object.keys(known)),
  hints: new Map(Object.entries(hints).flatMap(([hint, names]) => names.map((name) => [plain(name), hint] as const))),
});

const CUSTOMER = part<keyof IntentRequest['customer']>(
  { name: true, email: true, phone_number: true },
  {
    'Use "name".': ['first_name', 'last_name', 'full_name', 'given_name', 'family_name'],
    'Use "email".': ['email_address'],
    'Use "phone_number".': ['phone', 'telephone'],
  },
);

const ADDRESS = part<keyof Address>(
  { address: true, city: true, state: true, country: true, postal_code: true },
  {
    'Use "address".': ['line1', 'line2', 'address_line1', 'address_line2', 'street', 'street_address'],
    'Use "city".': ['town', 'locality'],
    'Use "state".': ['region', 'province'],
    'Use "country".': ['country_code'],
    'Use "postal_code".': ['zip', 'zip_code', 'postcode'],
  },
);

const ITEM = part<keyof IntentRequest['items'][number]>(
  { item_id: true, quantity: true },
  {
    'Use "item_id".': ['sku', 'product', 'product_id'],
    'Use "quantity".': ['qty'],
    'Set the name of the item in your catalog.': ['name', 'title'],
    'Set the price of the item in your catalog.': ['price', 'amount', 'unit_amount', 'unit_price'],
  },
);

/** A body can have thousands of unknown members. Only the first ones of an object are compared, and reported at all. */
const COMPARED_MAX = 20;

export interface Mistaken {
  pointer: string;
  /** As the API reference writes it, such as `items[].price`. */
  name: string;
  hint: string;
}

/**
 * The unknown members of a request that have a known meaning, and what to send instead: names that other services use,
 * and names that are one typing mistake away from an optional member. A member that the request has is not suggested. Of the
 * items, the first one with such a member is named.
 */
export function findMistaken(request: IntentRequest): Mistaken[] {
  const found: Mistaken[] = [];
  for (const name of unknownIn(request, KNOWN)) {
    const hint = hintFor(plain(name), request);
    if (hint !== undefined) found.push({ pointer: `#/${name}`, name, hint });
  }
  findIn(request.customer, CUSTOMER, 'customer', found);
  findIn(request.billing_address, ADDRESS, 'billing_address', found);
  findIn(request.shipping_address, ADDRESS, 'shipping_address', found);
  for (const [place, item] of request.items.entries()) findIn(item, ITEM, `items/${place}`, found);
  return found.slice(0, COMPARED_MAX);
}

function findIn(members: object, { known, hints }: Part, path: string, found: Mistaken[]): void {
  for (const member of unknownIn(members, known)) {
    const hint = hints.get(plain(member));
    const name = `${path.replace(/\/\d+$/, '[]')}.${member}`;
    if (hint === undefined || found.some((other) => other.name === name)) continue;
    found.push({ pointer: `#/${path}/${member}`, name, hint });
  }
}

const NONE: readonly string[] = [];

function unknownIn(members: object, known: ReadonlySet<string>): readonly string[] {
  let unknown: string[] | undefined;
  for (const name in members) {
    if (known.has(name) || !/^[\w-]{3,20}$/.test(name)) continue;
    unknown ??= [];
    unknown.push(name);
    if (unknown.length === COMPARED_MAX) break;
  }
  return unknown ?? NONE;
}

function hintFor(letters: string, request: IntentRequest): string | undefined {
  const other = ELSEWHERE.get(letters);
  if (other) return other.unless !== undefined && other.unless in request ? undefined : other.hint;
  const meant = CANDIDATES.find(
    ({ name, letters: known }) => !(name in request) && mistakesBetween(letters, known) <= 1,
  );
  return meant && `Did you mean "${meant.name}"?`;
}
