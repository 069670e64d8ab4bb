import { expect, it } from 'vitest';
import { parseDecimal } from '../money/decimal.ts';
import { type ComparableClaim, compareClaims, findDisplaced } from './compare-claims.ts';

const claim = (intentId: string, due: string | undefined, claimedAtMs = 0): ComparableClaim => {
  const [amount = '', asset = ''] = due?.split(' ') ?? [];
  return { intentId, claimedAtMs, due: due === undefined ? undefined : { asset, amount: parseDecimal(amount) } };
};

const transfer = { asset: 'SOL', amount: parseDecimal('0.7') };

const order = (claims: ComparableClaim[]) => claims.toSorted(compareClaims(transfer)).map(({ intentId }) => intentId);

it.each<[string, ComparableClaim[], string[]]>([
  [
    'the nearest first, above or below',
    [claim('a', '0.9 SOL'), claim('b', '0.71 SOL'), claim('c', '0.6 SOL')],
    ['b', 'c', 'a'],
  ],
  ['one unit apart', [claim('a', '0.700000000000000002 SOL'), claim('b', '0.699999999999999999 SOL')], ['b', 'a']],
  ['the older of two equally near', [claim('a', '0.8 SOL', 2), claim('b', '0.6 SOL', 1)], ['b', 'a']],
  ['the same order of two from one moment', [claim('b', '0.8 SOL'), claim('a', '0.6 SOL')], ['a', 'b']],
  ['another asset last', [claim('a', '0.7 USDC'), claim('b', '90 SOL', 9)], ['b', 'a']],
  ['an unknown amount last', [claim('a', undefined), claim('b', '90 SOL', 9)], ['b', 'a']],
  ['the older of two that cannot be compared', [claim('a', '1 USDC', 2), claim('b', undefined, 1)], ['b', 'a']],
])('claims are in order: %s', (_, claims, ordered) => {
  expect(order(claims)).toEqual(ordered);
  expect(order(claims.toReversed())).toEqual(ordered);
});

it.each<[string, string | undefined, string | undefined]>([
  ['nearer than the farthest', '0.6 SOL', 'far'],
  ['as near as the farthest', '0.5 SOL', undefined],
  ['farther than all', '0.49 SOL', undefined],
  ['in another asset', '0.7 USDC', undefined],
])('a new claim %s displaces %s', (_, due, displaced) => {
  const claims = [claim('far', '0.9 SOL', 9), claim('near', '0.71 SOL')];
  expect(findDisplaced(transfer, claims, claim('new', due).due)?.intentId).toBe(displaced);
  expect(findDisplaced(transfer, [], claim('new', due).due)).toBeUndefined();
});
