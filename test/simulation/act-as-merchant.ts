import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { chainUnits, toBigInt } from '../../src/domain/money/money.ts';
import { cancelIntent } from '../../src/usecases/intents/cancel-intent.ts';
import { createIntent } from '../../src/usecases/intents/create-intent.ts';
import { decideIntent } from '../../src/usecases/intents/decide-intent.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { assignTransfer } from '../../src/usecases/transfers/assign-transfer.ts';
import { type EnginePorts, portsFor } from './faulty-ports.ts';
import { POLICIES } from './merchants.ts';
import type { Order } from './order.ts';
import type { Actor } from './stage.ts';
import type { World } from './world.ts';

const ORDERS_MAX = 12;
const ASSETS = [
  { asset: 'BTC', decimals: 8, rate: 50_000n },
  { asset: 'BTC', decimals: 8, rate: 50_000n },
  { asset: 'USDC', decimals: 6, rate: 1n },
  { asset: 'SOL', decimals: 9, rate: 200n },
];
const NOBODY = { name: '', email: 'a@b.c', phone_number: '' };
const NOWHERE = { address: '', city: '', state: '', country: '', postal_code: '' };

/** A request to the service, which may stand still, fail or lose its answer like any other. */
function ask(world: World, name: string, work: (ports: EnginePorts, actor: Actor) => Promise<unknown>): Actor {
  world.tell(name);
  return world.stage.start(name, undefined, (actor) => work(portsFor(world, actor), actor));
}

export function openOrder(world: World): Actor | undefined {
  const { prng, orders } = world;
  const kind = prng.pick(ASSETS);
  const merchantId = prng.pick(world.merchants.ids);
  if (orders.size >= ORDERS_MAX || !kind || !merchantId) return undefined;
  const dollars = BigInt(prng.pick([50, 500, 5_000, 50_000]) ?? 50);
  const units = chainUnits((dollars * 10n ** BigInt(kind.decimals)) / kind.rate + BigInt(prng.below(1_000)));
  const name = `o${orders.size + 1}`;
  const order: Order = {
    name,
    merchantId,
    ...kind,
    units,
    intentId: undefined,
    places: [],
    floor: undefined,
  };
  orders.set(name, order);
  const request = requestOf(order, prng.pick([300, 900, 3_600, 7_200]) ?? 300);
  return ask(world, `open ${name}: ${toBigInt(units)} ${kind.asset}`, async (ports) => {
    const input = { livemode: false, request, requestBody: JSON.stringify(request), answer: () => '' };
    const created = await createIntent(ports, ports.storeOf(merchantId), { ...input, idempotencyKey: undefined });
    order.intentId = created.intentId;
  });
}

function requestOf({ name, asset, units, decimals, rate }: Order, expiresIn: number): IntentRequest {
  const digits = toBigInt(units)
    .toString()
    .padStart(decimals + 1, '0');
  return {
    customer: NOBODY,
    total_amount: 1,
    items: [{ item_id: 'a', quantity: 1 }],
    currency_displayed: 'USD',
    tax_percent: 0,
    tax_amount: 0,
    crypto_amount_requested: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${asset}`,
    exchange_rate: `1 ${asset} = $${rate}`,
    billing_address: NOWHERE,
    shipping_address: NOWHERE,
    order_id: name,
    expires_in: expiresIn,
  };
}

/** A payer opens the page: the intent gets its places. */
export function viewOrder(world: World): Actor | undefined {
  const order = pickOpened(world);
  if (!order) return undefined;
  return ask(world, `view ${order.name}`, async (ports) => {
    const store = ports.storeOf(order.merchantId);
    const intent = order.intentId && (await store.intents.find(order.intentId));
    if (!intent) return;
    const tenant = { merchantId: order.merchantId, livemode: false };
    order.places = await assignTargets(ports, store, tenant, intent);
  });
}

const pickOpened = (world: World) =>
  world.prng.pick([...world.orders.values()].filter(({ intentId }) => intentId !== undefined));

export function cancelOrder(world: World): Actor | undefined {
  const order = pickOpened(world);
  const force = world.prng.chance(40);
  return (
    order &&
    ask(world, `cancel ${order.name}${force ? ' by force' : ''}`, (ports) =>
      cancelIntent(ports, ports.storeOf(order.merchantId), order.intentId, force),
    )
  );
}

export function decideOrder(world: World): Actor | undefined {
  const order = pickOpened(world);
  if (!order) return undefined;
  const onlyReview = world.prng.chance(75);
  const kind = onlyReview && world.prng.chance(50) ? 'rejected' : 'accepted';
  return ask(world, `${onlyReview ? 'resolve' : 'mark as paid'} ${order.name}: ${kind}`, (ports) =>
    decideIntent(ports, ports.storeOf(order.merchantId), {
      tenant: { merchantId: order.merchantId, livemode: false },
      id: order.intentId,
      kind,
      reason: 'because',
      actor: 'merchant',
      onlyReview,
    }),
  );
}

/** A merchant looks through what counts for nobody, and says whose it is. */
export function assignStray(world: World): Actor | undefined {
  const order = pickOpened(world);
  if (!order) return undefined;
  return ask(world, `assign a stray to ${order.name}`, async (ports) => {
    const { merchantId, intentId } = order;
    const store = ports.storeOf(merchantId);
    const stray = world.prng.pick(await store.transfers.list({ unassigned: true, limit: 100 }));
    if (!stray) return;
    const name = `${stray.network}:${stray.tx}:${stray.index}`;
    world.assigned.set(`${order.name} ${name}`, name);
    world.tell(`${stray.tx} is for ${order.name}`);
    const tenant = { merchantId, livemode: false };
    await assignTransfer(ports, store, { tenant, id: stray.id, intentId, actor: 'merchant' });
    world.counters.add('transfer assigned');
  });
}

export function changeMind(world: World): undefined {
  const { prng, merchants } = world;
  const merchantId = prng.pick(merchants.ids);
  const policy = prng.pick(POLICIES);
  if (!merchantId || !policy) return;
  merchants.setPolicy(merchantId, world.step, policy);
  world.tell(`a merchant tolerates ${policy.settings.tolerancePercent} %`);
}
