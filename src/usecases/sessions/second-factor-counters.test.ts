import { expect, it } from 'vitest';
import { CLIENT } from '../../../test/memory/join-team.ts';
import { openGuardedShop } from '../../../test/memory/second-factor.ts';
import { LIMITS } from '../../domain/limits.ts';
import { secondFactorCounters } from './second-factor-counters.ts';

async function setUp() {
  const { shop, owner, code, signIn } = await openGuardedShop();
  const name = async (client: string) => {
    const counters = await secondFactorCounters(shop.ports, owner.user.id, client);
    return counters.map((counter) => counter.name);
  };
  return { shop, owner, name, giveCode: () => signIn({ proof: { code: code() } }) };
}

it('counts a client that has given the second factor separately, and all others together', async () => {
  const { owner, name, giveCode } = await setUp();
  const shared = [`second factor ${owner.user.id}`];
  expect(await name(CLIENT.network)).toEqual(shared);
  await giveCode();
  expect(await name(CLIENT.network)).toEqual([`second factor ${owner.user.id} ${CLIENT.network}`]);
  expect(await name('198.51.100.1')).toEqual(shared);
});

it('treats a client as unknown again after ninety days', async () => {
  const { shop, name, giveCode } = await setUp();
  await giveCode();
  shop.ports.clock.advance(LIMITS.familiarClientMs - 1);
  const known = await name(CLIENT.network);
  shop.ports.clock.advance(1);
  expect(await name(CLIENT.network)).not.toEqual(known);
});
