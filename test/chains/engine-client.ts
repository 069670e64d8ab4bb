import type { Shop } from '../http/start-shop.ts';
import { create, createdId, pricedAt, send, validBody } from '../support/client.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What a client needs of a shop. */
type Reachable = Pick<Shop, 'baseUrl' | 'keys'>;

export interface Intent {
  id: string;
  status: string;
  sequence: number;
  flags: string[];
  review: { cause: string; from: string } | null;
  payments: { state: string; amount: string; asset: string; tx: string }[];
  timeline: { sequence: number; type: string }[];
  [member: string]: unknown;
}

interface Option {
  network: string;
  amount: string;
  address: string;
  uri: string;
  manual: { address: string; amount: string } | null;
}

/** Creates an intent and returns its payment option on one network. */
export async function createPayable(shop: Reachable, network: string, due: string): Promise<{ id: string } & Option> {
  const body = { ...validBody(), ...pricedAt(50, due) };
  const id = createdId(await create(shop.baseUrl, shop.keys, body));
  const response = await fetch(`${shop.baseUrl}/${shop.keys.public_key}/checkout/${id}/status`);
  const { options } = (await response.json()) as { options: Option[] };
  const option = options.find((candidate) => candidate.network === network);
  if (!option) throw new Error(`${network} is not offered: ${JSON.stringify(options)}`);
  return { id, ...option };
}

export async function readIntent(shop: Reachable, id: string): Promise<Intent> {
  return (await send(shop.baseUrl, shop.keys, `/payment_intents/${id}`)).json as unknown as Intent;
}

/** Reads an intent until a condition holds. */
export async function until(
  shop: Reachable,
  id: string,
  what: string,
  condition: (intent: Intent) => boolean,
): Promise<Intent> {
  const found = await waitUntil(`${id} ${what}`, async () => {
    const intent = await readIntent(shop, id);
    return condition(intent) ? intent : undefined;
  });
  return found;
}

export const untilStatus = (shop: Reachable, id: string, wanted: string): Promise<Intent> =>
  until(shop, id, wanted, ({ status }) => status === wanted);

export const typesOf = ({ timeline }: Intent): string[] => timeline.map(({ type }) => type);

/** The state of a network in `/readyz`; undefined while a busy server answers with an error. */
export async function networkState(shop: Reachable, network: string): Promise<string | undefined> {
  const ready = (await (await fetch(`${shop.baseUrl}/readyz`)).json()) as {
    networks?: { network: string; state: string }[];
  };
  return ready.networks?.find((candidate) => candidate.network === network)?.state;
}
