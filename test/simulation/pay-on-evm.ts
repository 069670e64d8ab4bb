import type { AssetOnNetwork } from '../../src/domain/money/asset.ts';
import { roundUpToUnit, toUnits } from '../../src/domain/money/decimal.ts';
import { add, type ChainUnits, type CryptoAmount, chainUnits, subtract, ZERO } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Prng } from '../memory/prng.ts';
import type { Output } from './blockchain.ts';
import { chooseUnits } from './choose-units.ts';
import { amountOf, type Order } from './order.ts';
import { COIN_INDEX } from './read-like-evm.ts';
import { sendTx } from './send-tx.ts';
import type { Simulation } from './simulation.ts';

interface Payer {
  simulation: Simulation;
  prng: Prng;
  order: Order;
  target: AssignedTarget;
  asset: AssetOnNetwork;
}

/** What a payer sends: to the target, in its asset and without a reference, unless it says otherwise. */
type Sent = Partial<Omit<Output, 'index' | 'keys' | 'units'>> & { units: ChainUnits; reference?: string };

type Habit = (payer: Payer) => Sent | undefined;

/** What people send to an address that they share with the payers of other intents, with how often they do. */
const SHARED_HABITS: readonly [weight: number, habit: Habit][] = [
  [46, sendExact],
  [8, sendOneOff],
  [10, sendPrice],
  [8, sendAmountOfOtherNetwork],
  [7, sendOtherAsset],
  [12, sendByReference],
  [4, sendReferenceElsewhere],
  [2, sendNothing],
  [3, sendFake],
];

/** What people send to an address that belongs to one intent. */
const OWN_HABITS: readonly [weight: number, habit: Habit][] = [
  [80, sendSome],
  [8, sendOtherAsset],
  [4, sendNothing],
  [8, sendFake],
];

/** Sends money to the target of an intent on an EVM chain, in one transfer of a transaction that may have more. */
export function payOnEvm(simulation: Simulation, order: Order, target: AssignedTarget): void {
  const prng = simulation.byHand ?? simulation.prng;
  const { assets } = simulation.network(target.network).adapter;
  const asset = assets.find(({ code }) => code === order.asset);
  if (!asset) return;
  const payer = { simulation, prng, order, target, asset };
  const sent = pickHabit(prng, target.matchedBy === 'amount' ? SHARED_HABITS : OWN_HABITS)(payer);
  if (!sent) return;
  const output = outputOf(payer, sent);
  const fails = prng.chance(12) ? (prng.pick(['sometimes', 'always'] as const) ?? 'always') : 'never';
  const times = prng.chance(6) ? 2 : 1;
  for (let time = 0; time < times; time += 1) sendTx(simulation, order, target, amongOthers(prng, output), fails);
}

function pickHabit(prng: Prng, habits: readonly [weight: number, habit: Habit][]): Habit {
  let dice = prng.below(habits.reduce((sum, [weight]) => sum + weight, 0));
  const found = habits.find(([weight]) => {
    dice -= weight;
    return dice < 0;
  });
  return found?.[1] ?? sendExact;
}

function outputOf({ target, asset }: Payer, { reference, ...sent }: Sent): Output {
  const { address = target.address } = sent;
  const { code, token, decimals } = asset;
  const keys = reference === undefined ? [address] : [address, reference];
  return { index: 0, asset: code, token, decimals, ...sent, address, keys };
}

/** A contract may move tokens of others in the same transaction, or pay the same target twice. */
function amongOthers(prng: Prng, output: Output): Output[] {
  if (output.token === undefined) return [{ ...output, index: COIN_INDEX }];
  const other = { ...output, address: 'somebody', keys: ['somebody'], exactFor: undefined };
  const others = prng.chance(35) ? Array.from({ length: prng.between(1, 3) }, () => other) : [];
  const twice = prng.chance(5) ? [output] : [];
  return [...others, output, ...twice].map((one, index) => Object.assign({}, one, { index }));
}

/** The exact amount as last shown, however long ago. */
function exactUnits({ prng, target, asset }: Payer): ChainUnits | undefined {
  const shown = prng.pick(target.amounts);
  return shown && toUnits(shown.amount, asset.decimals);
}

function sendExact(payer: Payer): Sent | undefined {
  const units = exactUnits(payer);
  return units && { units, exactFor: payer.order.name };
}

function sendOneOff(payer: Payer): Sent | undefined {
  const units = exactUnits(payer);
  const one = chainUnits(1n);
  return units && { units: payer.prng.chance(50) ? add(units, one) : subtract(units, one) };
}

const inUnits = (amount: CryptoAmount, { decimals }: AssetOnNetwork): ChainUnits =>
  toUnits(roundUpToUnit(amount, decimals), decimals);

function sendPrice({ order, asset }: Payer): Sent {
  return { units: inUnits(amountOf(order), asset) };
}

/** The payer chose one network on the page, and another one in the wallet. */
function sendAmountOfOtherNetwork({ prng, order, target, asset, simulation }: Payer): Sent | undefined {
  const others = order.targets.filter(({ network }) => network !== target.network);
  const shown = prng.pick(others.flatMap(({ amounts }) => amounts));
  if (!shown) return undefined;
  simulation.counters.add('amount of another network sent');
  return { units: inUnits(shown.amount, asset) };
}

/** The right number of the wrong token. */
function sendOtherAsset({ prng, order, target, asset, simulation }: Payer): Sent | undefined {
  const { assets } = simulation.network(target.network).adapter;
  const other = prng.pick(assets.filter(({ code }) => code !== asset.code));
  const amount = prng.pick(target.amounts)?.amount ?? amountOf(order);
  return other && { units: inUnits(amount, other), asset: other.code, token: other.token, decimals: other.decimals };
}

/** Only some tokens can carry a reference. */
function sendByReference({ prng, order, target, asset, simulation }: Payer): Sent | undefined {
  const { reference } = target;
  if (reference === undefined || asset.code !== 'USDC') return undefined;
  simulation.counters.add('paid by reference');
  return { units: chooseUnits(prng, inUnits(amountOf(order), asset)), reference };
}

/** The reference of an intent at the address of another merchant, who is not asked for anything by it. */
function sendReferenceElsewhere(payer: Payer): Sent | undefined {
  const { prng, target, simulation } = payer;
  const targets = [...simulation.orders.values()].flatMap((order) => order.targets);
  const isElsewhere = ({ network, address }: AssignedTarget) =>
    network === target.network && address !== target.address;
  const elsewhere = prng.pick(targets.filter(isElsewhere));
  const sent = elsewhere && sendByReference(payer);
  if (!sent) return undefined;
  simulation.counters.add('reference sent elsewhere');
  return { ...sent, address: elsewhere.address };
}

/** Anybody can send nothing of a token in the name of somebody else. */
function sendNothing({ asset }: Payer): Sent | undefined {
  return asset.token === undefined ? undefined : { units: ZERO };
}

function sendFake(payer: Payer): Sent {
  const { units } = sendExact(payer) ?? sendPrice(payer);
  return { units, asset: undefined, token: 'fake-contract' };
}

function sendSome({ prng, order, asset }: Payer): Sent {
  return { units: chooseUnits(prng, inUnits(amountOf(order), asset)) };
}
