import { expect, it } from 'vitest';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import { parseDecimal } from '../money/decimal.ts';
import { isListed } from './is-listed.ts';
import type { Transfer } from './transfer.ts';

const assets = [{ code: 'GOLD', network: 'base', token: '0x1', decimals: 18, dustFloor: parseDecimal('0.001') }];
const target = { address: 'wallet', reference: undefined };

it.each<[string, string, Partial<Transfer>, string | undefined, boolean]>([
  ['money', '1 SOL', {}, undefined, true],
  ['as little as is not dust', '0.0001 SOL', {}, undefined, true],
  ['dust', '0.000099999 SOL', {}, undefined, false],
  ['dust that names an intent', '0.000099999 SOL', {}, 'pi', false],
  ['nothing', '0 SOL', {}, 'pi', false],
  ['an asset whose worth nobody knows', '0.000000000000000001 BIG', {}, undefined, true],
  ['a token with as little as its operator wants to see', '0.001 GOLD', {}, undefined, true],
  ['a token with less', '0.000999999999999999 GOLD', {}, undefined, false],
  ['an unknown token', '1 SOL', { asset: undefined, token: 'mint' }, undefined, true],
  ['a failed transaction', '1 SOL', { failed: true }, undefined, false],
  ['a failed transaction that names an intent', '0 SOL', { failed: true }, 'pi', true],
])('%s', (_, sent, more, intentId, listed) => {
  const transfer = sampleTransfer('tx', sent, target, { firstSeenAtMs: 0, ...more });
  expect(isListed(transfer, assets, intentId)).toBe(listed);
});
