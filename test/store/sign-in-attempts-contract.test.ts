import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { ATTEMPT_LIMITS, type AttemptLimit } from '../../src/domain/sessions/attempt-limit.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS, newHash } from './sample-rows.ts';

const { pair, account } = ATTEMPT_LIMITS;
const MINUTE_MS = 60_000;

describe.each(controlPlanes())('sign-in attempts in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const count = (names: string[], atMs: number, id: string = randomUUID(), limit: AttemptLimit = pair) =>
    opened.control.signInAttempts.count({ id, counters: names.map((name) => ({ name, limit })), atMs });
  const deleteOld = (before: { attemptsMs?: number; attemptsMax?: number; familiarMs?: number }) =>
    opened.control.signInAttempts.deleteOld({ attemptsMs: 0, attemptsMax: 1_000_000, familiarMs: 0, ...before });

  it('lets ten attempts of one name through in a minute, and says how long to wait', async () => {
    const name = newHash();
    for (let attempt = 0; attempt < pair.free; attempt += 1) expect(await count([name], NOW_MS + attempt)).toBe(0);
    expect(await count([name], NOW_MS + pair.free)).toBe(MINUTE_MS - pair.free);
    expect(await count([name], NOW_MS + MINUTE_MS - 1)).toBe(1);
    expect(await count([newHash()], NOW_MS + pair.free)).toBe(0);
    expect(await count([name], NOW_MS + MINUTE_MS)).toBe(0);
    expect(await count([name], NOW_MS + MINUTE_MS)).toBe(1);
  });

  it('delays attempts of one name more and more, up to a minute', async () => {
    const name = newHash();
    let nowMs = NOW_MS;
    const next = () => count([name], nowMs, randomUUID(), account);
    for (let attempt = 0; attempt < account.free; attempt += 1) expect(await next()).toBe(0);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const waitMs = await next();
      waits.push(waitMs / 1_000);
      nowMs += waitMs;
      expect(await next()).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('does not count an attempt that is over the limit of one of its names', async () => {
    const [full, free] = [newHash(), newHash()];
    for (let attempt = 0; attempt < pair.free; attempt += 1) await count([full], NOW_MS);
    for (let attempt = 0; attempt < pair.free; attempt += 1) expect(await count([full, free], NOW_MS)).toBe(MINUTE_MS);
    expect(await count([free], NOW_MS)).toBe(0);
  });

  it('counts attempts that arrive together, whatever the order of their names', async () => {
    const [one, two] = [newHash(), newHash()];
    const waits = await Promise.all(
      Array.from({ length: 2 * pair.free }, (_, place) => count(place % 2 === 0 ? [one, two] : [two, one], NOW_MS)),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(pair.free);
  });

  it('forgives an attempt under all of its names', async () => {
    const [one, two, id] = [newHash(), newHash(), randomUUID()];
    await count([one, two], NOW_MS, id);
    for (let attempt = 1; attempt < pair.free; attempt += 1) await count([one, two], NOW_MS);
    expect(await count([two], NOW_MS)).toBe(MINUTE_MS);
    await opened.control.signInAttempts.forgive(id);
    expect([await count([one], NOW_MS), await count([two], NOW_MS)]).toEqual([0, 0]);
  });

  it('deletes attempts up to a time', async () => {
    const name = newHash();
    for (let attempt = 0; attempt < pair.free; attempt += 1) await count([name], NOW_MS + attempt);
    await deleteOld({ attemptsMs: NOW_MS + pair.free - 2 });
    for (let attempt = 1; attempt < pair.free; attempt += 1) expect(await count([name], NOW_MS + pair.free)).toBe(0);
    expect(await count([name], NOW_MS + pair.free)).toBe(MINUTE_MS - 1);
  });

  it('deletes the oldest attempts above a number of rows', async () => {
    await opened.empty();
    const [old, recent] = [newHash(), newHash()];
    for (let attempt = 0; attempt < pair.free; attempt += 1) await count([old], NOW_MS + attempt);
    for (let attempt = 0; attempt < pair.free; attempt += 1) await count([recent], NOW_MS + 100 + attempt);
    await deleteOld({ attemptsMax: pair.free + 1 });
    expect(await count([recent], NOW_MS + 200)).toBeGreaterThan(0);
    for (let attempt = 1; attempt < pair.free; attempt += 1) expect(await count([old], NOW_MS + 200)).toBe(0);
    expect(await count([old], NOW_MS + 200)).toBeGreaterThan(0);
  });

  it('remembers from where an account signed in, until a time', async () => {
    const { signInAttempts } = opened.control;
    const [ada, eve] = [newHash(), newHash()];
    await signInAttempts.remember(ada, '192.0.2.1', NOW_MS);
    expect(await signInAttempts.isFamiliar(ada, '192.0.2.1', NOW_MS - 1)).toBe(true);
    expect(await signInAttempts.isFamiliar(ada, '192.0.2.1', NOW_MS)).toBe(false);
    expect(await signInAttempts.isFamiliar(ada, '192.0.2.2', 0)).toBe(false);
    expect(await signInAttempts.isFamiliar(eve, '192.0.2.1', 0)).toBe(false);
    await signInAttempts.remember(ada, '192.0.2.1', NOW_MS + 5);
    await signInAttempts.remember(ada, '192.0.2.1', NOW_MS + 2);
    await deleteOld({ familiarMs: NOW_MS + 4 });
    expect(await signInAttempts.isFamiliar(ada, '192.0.2.1', 0)).toBe(true);
    await deleteOld({ familiarMs: NOW_MS + 5 });
    expect(await signInAttempts.isFamiliar(ada, '192.0.2.1', 0)).toBe(false);
  });

  it('remembers the last twenty clients of an account', async () => {
    const { signInAttempts } = opened.control;
    const [ada, eve] = [newHash(), newHash()];
    await signInAttempts.remember(eve, 'client 0', NOW_MS);
    for (let number = 0; number <= LIMITS.familiarClientsMax; number += 1) {
      await signInAttempts.remember(ada, `client ${number}`, NOW_MS + number);
    }
    const known = (name: string, number: number) => signInAttempts.isFamiliar(name, `client ${number}`, 0);
    expect([await known(ada, 0), await known(ada, 1), await known(eve, 0)]).toEqual([false, true, true]);
    expect(await known(ada, LIMITS.familiarClientsMax)).toBe(true);
  });
});
