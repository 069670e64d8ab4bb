import { toUnits } from '../../src/domain/money/decimal.ts';
import { add, chainUnits, multiply, subtract } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Prng } from '../memory/prng.ts';
import type { Output } from './blockchain.ts';
import { chooseUnits } from './choose-units.ts';
import { amountOf, type Order } from './order.ts';
import { payOnEvm } from './pay-on-evm.ts';
import { SOLANA_ASSETS } from './read-like-solana.ts';
import { sendTx } from './send-tx.ts';
import type { Simulation } from './simulation.ts';

/** Sends money to the target of an intent, mostly correctly. */
export function pay(simulation: Simulation): void {
  const { prng } = simulation;
  const order = prng.pick([...simulation.orders.values()].filter(({ targets }) => targets.length > 0));
  const target = order && prng.pick(order.targets);
  if (!order || !target) return;
  if (simulation.isEvm) return payOnEvm(simulation, order, target);
  const isShared = target.reference !== undefined;
  if (isShared && simulation.byHand?.chance(60)) return payByHand(simulation, simulation.byHand, order, target);
  const outputs = [outputFor(simulation, order, target, 0)];
  if (prng.chance(8)) outputs.push(outputFor(simulation, order, target, 1));
  if (isShared && prng.chance(8)) outputs[0] = confuse(simulation, outputs[0] as Output, order);
  const fails = isShared && prng.chance(12) ? (prng.pick(['sometimes', 'always'] as const) ?? 'always') : 'never';
  sendTx(simulation, order, target, outputs, fails);
}

/**
 * Types the address and an amount: the exact one as last shown, however long ago; what is due, most often where that is the
 * exact amount of another order; what an exchange leaves of it; or one that may be issued later.
 */
function payByHand(simulation: Simulation, prng: Prng, order: Order, target: AssignedTarget): void {
  const { decimals } = order;
  const shown = prng.pick(target.amounts);
  const exact = shown && toUnits(shown.amount, decimals);
  const dice = prng.below(100);
  const isNextToSnare = isSnared(simulation, order, target);
  const step = chainUnits(10n ** BigInt(Math.max(0, decimals - 8)));
  const guess = add(order.units, multiply(step, BigInt(prng.between(1, 3))));
  const cut = exact && subtract(exact, chainUnits(BigInt(prng.between(1, 9))));
  const [units, isExact] =
    dice < (isNextToSnare ? 20 : 60) ? [exact, true] : [dice < 70 ? order.units : dice < 85 ? cut : guess, false];
  if (units === undefined) return;
  if (isNextToSnare && units === order.units) simulation.counters.add('price sent next to a snare');
  const token = SOLANA_ASSETS.find(({ code }) => code === order.asset)?.token;
  const output = { index: 0, address: target.address, keys: [], asset: order.asset, token, units, decimals };
  sendTx(simulation, order, target, [{ ...output, exactFor: isExact ? order.name : undefined }], 'never');
}

/** Whether another payer is asked for exactly what this order owes. */
const isSnared = ({ orders }: Simulation, order: Order, { network, address }: AssignedTarget): boolean =>
  [...orders.values()].some(
    (other) =>
      other.asset === order.asset &&
      other.targets.some(
        (target) =>
          target.network === network &&
          target.address === address &&
          target.amounts.some(({ amount }) => amount === amountOf(order)),
      ),
  );

/** A transfer that the engine must not match: without a reference, with the reference of another intent, or fake. */
function confuse(simulation: Simulation, output: Output, order: Order): Output {
  const { prng } = simulation;
  const kind = prng.below(4);
  if (kind === 0) return { ...output, keys: [] };
  if (kind === 1) return { ...output, asset: undefined, token: 'fake-mint' };
  const others = [...simulation.orders.values()].filter((other) => other !== order);
  const key = prng.pick(others.flatMap(({ targets }) => targets.flatMap(({ reference }) => reference ?? [])));
  return key === undefined ? output : { ...output, keys: [...output.keys, key] };
}

function outputFor(simulation: Simulation, order: Order, target: AssignedTarget, index: number): Output {
  const { prng } = simulation;
  const found = SOLANA_ASSETS.find(({ code }) => code === order.asset);
  const right = { asset: order.asset, token: target.reference === undefined ? undefined : found?.token };
  const isWrong = target.reference !== undefined && prng.chance(6);
  const wrong = SOLANA_ASSETS.find(({ code }) => code !== order.asset);
  return {
    index,
    address: target.address,
    keys: [target.reference ?? target.address],
    ...(isWrong ? { asset: wrong?.code, token: wrong?.token } : right),
    units: chooseUnits(prng, order.units),
    decimals: isWrong ? (wrong?.decimals ?? 0) : order.decimals,
  };
}
