import type { Intent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { toBigInt } from '../../src/domain/money/money.ts';
import { cancelIntent } from '../../src/usecases/intents/cancel-intent.ts';
import { createIntent } from '../../src/usecases/intents/create-intent.ts';
import { decideIntent } from '../../src/usecases/intents/decide-intent.ts';
import { assignTargets } from '../../src/usecases/payments/assign-targets.ts';
import { assignTransfer } from '../../src/usecases/transfers/assign-transfer.ts';
import { chooseAsset, choosePrice } from './choose-price.ts';
import { ActorPorts } from './faulty-ports.ts';
import { POLICIES } from './merchants.ts';
import { dollarsOf, type Order } from './order.ts';
import type { Actor } from './scheduler.ts';
import type { SimulatedNetwork, Simulation } from './simulation.ts';

const ORDERS_MAX = 12;
const ORDERS_BY_HAND_MAX = 24;
const CUSTOMER = { name: '', email: 'a@b.c', phone_number: '' };
const ADDRESS = { address: '', city: '', state: '', country: '', postal_code: '' };

/** A request to the service, which may be delayed, fail or lose its response. */
function sendRequest(simulation: Simulation, name: string, work: (ports: ActorPorts) => Promise<unknown>): Actor {
  simulation.log(name);
  return simulation.scheduler.start(name, undefined, (actor) => work(new ActorPorts(simulation, actor)));
}

export function openOrder(simulation: Simulation): Actor | undefined {
  const { prng, byHand, orders } = simulation;
  const priced = chooseAsset(simulation);
  const merchantId = prng.pick(simulation.merchants.ids);
  if (orders.size >= (byHand ? ORDERS_BY_HAND_MAX : ORDERS_MAX) || !priced || !merchantId) return undefined;
  const { asset, decimals, rate } = priced;
  const { units, hasTotal, hasPolicy } = choosePrice(simulation, priced);
  const name = `o${orders.size + 1}`;
  const order: Order = {
    name,
    merchantId,
    asset,
    decimals,
    rate,
    units,
    hasTotal,
    policy: hasPolicy ? simulation.merchants.policyOf(merchantId) : undefined,
    intentId: undefined,
    viewedAtMs: undefined,
    targets: [],
    settled: undefined,
    rejected: new Set(),
    tails: new Map(),
  };
  orders.set(name, order);
  const request = requestOf(order, prng.pick([300, 900, 3_600, 7_200]) ?? 300);
  return sendRequest(simulation, `open ${name}: ${toBigInt(units)} ${asset}`, async (ports) => {
    const policy = order.policy?.settings;
    const input = { livemode: false, request, requestBody: JSON.stringify(request), answer: () => '', policy };
    const created = await createIntent(ports, ports.storeOf(merchantId), { ...input, idempotencyKey: undefined });
    order.intentId = created.intentId;
  });
}

function requestOf(order: Order, expiresIn: number): IntentRequest {
  const { name, asset, units, decimals, rate, hasTotal } = order;
  const digits = toBigInt(units)
    .toString()
    .padStart(decimals + 1, '0');
  return {
    customer: CUSTOMER,
    total_amount: hasTotal ? Number(dollarsOf(order) * 100n) : 1,
    items: [{ item_id: 'a', quantity: 1 }],
    currency_displayed: 'USD',
    tax_percent: 0,
    tax_amount: 0,
    crypto_amount_requested: `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${asset}`,
    exchange_rate: `1 ${asset} = $${rate}`,
    billing_address: ADDRESS,
    shipping_address: ADDRESS,
    order_id: name,
    expires_in: expiresIn,
  };
}

/** A payer opens the checkout, and the intent gets its targets. */
export function viewOrder(simulation: Simulation): Actor | undefined {
  const order = pickOpened(simulation);
  if (!order) return undefined;
  return sendRequest(simulation, `view ${order.name}`, async (ports) => {
    const store = ports.storeOf(order.merchantId);
    const intent = order.intentId && (await store.intents.find(order.intentId));
    if (!intent) return;
    order.targets = await assignTo(simulation, ports, order, intent);
  });
}

/** Without payers by hand, nobody looks for the exact amount of a remainder. */
async function assignTo(simulation: Simulation, ports: ActorPorts, order: Order, intent: Intent) {
  const payable = [...simulation.chains.values()].filter((chain) => hasAsset(chain, order));
  if (!simulation.byHand && intent.targets.length === payable.length) return intent.targets;
  order.viewedAtMs ??= simulation.nowMs;
  const tenant = { merchantId: order.merchantId, livemode: false };
  const { chains, clock, vault, wallets } = ports;
  return assignTargets(
    { chains, clock, vault, wallets, random: simulation.amountPrng, amountsFromMs: 0 },
    ports.storeOf(order.merchantId),
    tenant,
    intent,
  );
}

const hasAsset = ({ adapter }: SimulatedNetwork, { asset }: Order) => adapter.assets.some(({ code }) => code === asset);

const pickOpened = (simulation: Simulation) =>
  simulation.prng.pick([...simulation.orders.values()].filter(({ intentId }) => intentId !== undefined));

export function cancelOrder(simulation: Simulation): Actor | undefined {
  const order = pickOpened(simulation);
  const force = simulation.prng.chance(40);
  return (
    order &&
    sendRequest(simulation, `cancel ${order.name}${force ? ' by force' : ''}`, (ports) =>
      cancelIntent(ports, ports.storeOf(order.merchantId), order.intentId, force),
    )
  );
}

export function decideOrder(simulation: Simulation): Actor | undefined {
  const order = pickOpened(simulation);
  if (!order) return undefined;
  const onlyReview = simulation.prng.chance(75);
  const kind = onlyReview && simulation.prng.chance(50) ? 'rejected' : 'accepted';
  return sendRequest(simulation, `${onlyReview ? 'resolve' : 'mark as paid'} ${order.name}: ${kind}`, (ports) =>
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

/** A merchant assigns an unmatched transfer to an intent. */
export function assignUnmatched(simulation: Simulation): Actor | undefined {
  const order = pickOpened(simulation);
  if (!order) return undefined;
  return sendRequest(simulation, `assign an unmatched transfer to ${order.name}`, async (ports) => {
    const { merchantId, intentId } = order;
    const store = ports.storeOf(merchantId);
    const transfer = simulation.prng.pick(await store.transfers.list({ unassigned: true, limit: 100 }));
    if (!transfer) return;
    const name = `${transfer.network}:${transfer.tx}:${transfer.index}`;
    simulation.assigned.set(`${order.name} ${name}`, name);
    simulation.log(`${transfer.tx} is for ${order.name}`);
    const tenant = { merchantId, livemode: false };
    await assignTransfer(ports, store, { tenant, id: transfer.id, intentId, actor: 'merchant' });
    simulation.counters.add('transfer assigned');
  });
}

export function changePolicy(simulation: Simulation): undefined {
  const { prng, merchants } = simulation;
  const merchantId = prng.pick(merchants.ids);
  const policy = prng.pick(POLICIES);
  if (!merchantId || !policy) return;
  merchants.setPolicy(merchantId, simulation.step, policy);
  simulation.log(`a merchant tolerates ${policy.settings.tolerancePercent} %`);
}
