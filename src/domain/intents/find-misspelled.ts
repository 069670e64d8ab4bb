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

/** A body can have thousands of unknown members. Only the first ones are compared. */
const COMPARED_MAX = 20;

/** The unknown members of a request that are one typing mistake away from an optional one that it lacks. */
export function findMisspelled(request: IntentRequest): { name: string; meant: string }[] {
  let unknown: string[] | undefined;
  for (const name in request) if (!KNOWN.has(name)) (unknown ??= []).push(name);
  if (!unknown) return [];
  return unknown
    .filter((name) => /^[\w-]{4,20}$/.test(name))
    .slice(0, COMPARED_MAX)
    .flatMap((name) => {
      const letters = plain(name);
      const meant = CANDIDATES.find((one) => !(one.name in request) && mistakesBetween(letters, one.letters) <= 1);
      return meant ? [{ name, meant: meant.name }] : [];
    });
}
