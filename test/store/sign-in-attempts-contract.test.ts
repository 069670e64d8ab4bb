import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS, newHash } from './sample-rows.ts';

const LIMIT = LIMITS.failedSignInsPerMinute;
const MINUTE_MS = 60_000;

describe.each(controlPlanes())('sign-in attempts in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const count = (names: string[], atMs: number, id: string = randomUUID()) =>
    opened.control.signInAttempts.count({ id, names, atMs });

  it('lets ten attempts of one name through in a minute, and says how long to wait', async () => {
    const name = newHash();
    for (let attempt = 0; attempt < LIMIT; attempt += 1) expect(await count([name], NOW_MS + attempt)).toBe(0);
    expect(await count([name], NOW_MS + LIMIT)).toBe(MINUTE_MS - LIMIT);
    expect(await count([name], NOW_MS + MINUTE_MS - 1)).toBe(1);
    expect(await count([newHash()], NOW_MS + LIMIT)).toBe(0);
    expect(await count([name], NOW_MS + MINUTE_MS)).toBe(0);
    expect(await count([name], NOW_MS + MINUTE_MS)).toBe(1);
  });

  it('does not count an attempt that is over the limit of one of its names', async () => {
    const [full, free] = [newHash(), newHash()];
    for (let attempt = 0; attempt < LIMIT; attempt += 1) await count([full], NOW_MS);
    for (let attempt = 0; attempt < LIMIT; attempt += 1) expect(await count([full, free], NOW_MS)).toBe(MINUTE_MS);
    expect(await count([free], NOW_MS)).toBe(0);
  });

  it('counts attempts that arrive together, whatever the order of their names', async () => {
    const [one, two] = [newHash(), newHash()];
    const waits = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_, place) => count(place % 2 === 0 ? [one, two] : [two, one], NOW_MS)),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(LIMIT);
  });

  it('forgives an attempt under all of its names', async () => {
    const [one, two, id] = [newHash(), newHash(), randomUUID()];
    await count([one, two], NOW_MS, id);
    for (let attempt = 1; attempt < LIMIT; attempt += 1) await count([one, two], NOW_MS);
    expect(await count([two], NOW_MS)).toBe(MINUTE_MS);
    await opened.control.signInAttempts.forgive(id);
    expect([await count([one], NOW_MS), await count([two], NOW_MS)]).toEqual([0, 0]);
  });

  it('deletes attempts up to a time', async () => {
    const name = newHash();
    for (let attempt = 0; attempt < LIMIT; attempt += 1) await count([name], NOW_MS + attempt);
    await opened.control.signInAttempts.deleteOlderThan(NOW_MS + LIMIT - 2);
    for (let attempt = 1; attempt < LIMIT; attempt += 1) expect(await count([name], NOW_MS + LIMIT)).toBe(0);
    expect(await count([name], NOW_MS + LIMIT)).toBe(MINUTE_MS - 1);
  });
});
