import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { signInTo } from '../../../test/memory/sign-in-to.ts';
import { LIMITS } from '../../domain/limits.ts';
import { SessionWatch } from './session-watch.ts';
import { signOut } from './sign-out.ts';

async function setUp() {
  const shop = await openShop();
  const [one, two] = [await signInTo(shop), await signInTo(shop)];
  const watch = new SessionWatch();
  const told: string[] = [];
  return { ports: shop.ports, one, two, watch, told };
}

describe('SessionWatch', () => {
  it('tells every listener of a session that was ended, and no other', async () => {
    const { ports, one, two, watch, told } = await setUp();
    watch.watch(one.session.id, () => told.push('a'));
    watch.watch(one.session.id, () => told.push('b'));
    watch.watch(two.session.id, () => told.push('c'));
    await watch.look(ports);
    expect(told).toEqual([]);
    await signOut(ports, one, '::1');
    await watch.look(ports);
    expect(told).toEqual(['a', 'b']);
  });

  it('reports a session that expires, to the millisecond', async () => {
    const { ports, one, watch, told } = await setUp();
    watch.watch(one.session.id, () => told.push('ended'));
    ports.clock.advance(LIMITS.sessionMs - 1);
    await watch.look(ports);
    expect(told).toEqual([]);
    ports.clock.advance(1);
    await watch.look(ports);
    expect(told).toEqual(['ended']);
  });

  it('tells nobody who has stopped to watch, and asks nothing when nobody watches', async () => {
    const { ports, one, watch, told } = await setUp();
    const [stopA, stopB] = ['a', 'b'].map((name) => watch.watch(one.session.id, () => told.push(name)));
    await signOut(ports, one, '::1');
    stopA?.();
    await watch.look(ports);
    expect(told).toEqual(['b']);
    stopB?.();
    stopB?.();
    const sessions = { ...ports.sessions, findEnded: () => expect.fail('asked') };
    await watch.look({ ...ports, sessions });
  });
});
