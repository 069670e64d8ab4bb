import { add, type ChainUnits, chainUnits, multiplyRoundingDown, toBigInt } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Output, Tx } from './blockchain.ts';
import type { Order } from './order.ts';
import { SOLANA_ASSETS } from './read-like-solana.ts';
import type { World } from './world.ts';

/** Somebody sends money to the place of an intent, as people do: mostly right. */
export function pay(world: World): void {
  const { prng } = world;
  const order = prng.pick([...world.orders.values()].filter(({ places }) => places.length > 0));
  const place = order && prng.pick(order.places);
  if (!order || !place) return;
  const isShared = place.reference !== undefined;
  const outputs = [outputFor(world, order, place, 0)];
  if (prng.chance(8)) outputs.push(outputFor(world, order, place, 1));
  if (isShared && prng.chance(8)) outputs[0] = confuse(world, outputs[0] as Output, order);
  const number = [...world.chains.values()].reduce((sum, { truth }) => sum + truth.history.size, 0);
  const tx: Tx = {
    id: `tx${String(number).padStart(4, '0')}`,
    outputs,
    spends: isShared ? [] : [`coin${number}`],
    sentAtMs: world.nowMs,
    fails: isShared && prng.chance(12) ? (prng.pick(['sometimes', 'always'] as const) ?? 'always') : 'never',
    deepest: 0,
  };
  world.network(place.network).truth.send(tx);
  const sums = outputs.map(({ units, asset, token }) => `${toBigInt(units)} ${asset ?? token}`);
  world.tell(
    `${tx.id} pays ${sums.join(' and ')} to ${order.name} (${toBigInt(order.units)} ${order.asset}), fails ${tx.fails}`,
  );
}

/** A transfer that the engine must not give to anybody by itself: no reference, somebody else's beside it, a fake. */
function confuse(world: World, output: Output, order: Order): Output {
  const { prng } = world;
  const kind = prng.below(4);
  if (kind === 0) return { ...output, keys: [] };
  if (kind === 1) return { ...output, asset: undefined, token: 'fake-mint' };
  const others = [...world.orders.values()].filter((other) => other !== order);
  const key = prng.pick(others.flatMap(({ places }) => places.flatMap(({ reference }) => reference ?? [])));
  return key === undefined ? output : { ...output, keys: [...output.keys, key] };
}

function outputFor(world: World, order: Order, place: AssignedTarget, index: number): Output {
  const { prng } = world;
  const found = SOLANA_ASSETS.find(({ code }) => code === order.asset);
  const right = { asset: order.asset, token: place.reference === undefined ? undefined : found?.token };
  const isWrong = place.reference !== undefined && prng.chance(6);
  const wrong = SOLANA_ASSETS.find(({ code }) => code !== order.asset);
  return {
    index,
    address: place.address,
    keys: [place.reference ?? place.address],
    ...(isWrong ? { asset: wrong?.code, token: wrong?.token } : right),
    units: unitsOf(world, order),
    decimals: isWrong ? (wrong?.decimals ?? 0) : order.decimals,
  };
}

function unitsOf({ prng }: World, { units }: Order): ChainUnits {
  const dice = prng.below(100);
  if (dice < 50) return units;
  if (dice < 68) return add(multiplyRoundingDown(units, BigInt(prng.between(20, 80)), 100n), chainUnits(1n));
  if (dice < 80) return multiplyRoundingDown(units, BigInt(prng.between(9_951, 9_999)), 10_000n);
  if (dice < 86) return multiplyRoundingDown(units, BigInt(prng.between(95, 99)), 100n);
  if (dice < 93) return multiplyRoundingDown(units, BigInt(prng.between(101, 250)), 100n);
  return add(multiplyRoundingDown(units, 1n, BigInt(prng.between(1_100, 5_000))), chainUnits(1n));
}
