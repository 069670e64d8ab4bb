import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS } from './sample-rows.ts';

describe.each(controlPlanes())('leases in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const take = async (name: string, holder: string, atMs: number, untilMs = atMs + 100) => {
    const token = await opened.control.leases.take(name, holder, NOW_MS + atMs, NOW_MS + untilMs);
    return token ?? 'held';
  };

  it('starts above every token of the previous version', async () => {
    expect(await take('first', 'a', 0)).toBe(1_000_000);
  });

  it('is held by one until it ends, to the millisecond', async () => {
    const token = Number(await take('one', 'a', 0));
    expect(await take('one', 'b', 99)).toBe('held');
    expect(await take('one', 'b', 100)).toBe(token + 1);
    expect(await take('one', 'a', 150)).toBe('held');
  });

  it('keeps the token of a holder that renews in time, and gives a new one afterwards', async () => {
    const token = Number(await take('two', 'a', 0));
    expect(await take('two', 'a', 99)).toBe(token);
    expect(await take('two', 'b', 150)).toBe('held');
    expect(await take('two', 'a', 199)).toBe(token + 1);
  });

  it('is taken over if it ends far ahead, because the clock was set back', async () => {
    const token = Number(await take('six', 'a', 3_600_000));
    expect(await take('six', 'b', 0)).toBe(token + 1);
    expect(await take('six', 'a', 99)).toBe('held');
    await take('seven', 'a', 100);
    expect(await take('seven', 'b', 0)).toBe('held');
  });

  const listAt = (atMs: number) => opened.control.leases.listHeld(['eight', 'nine', 'ten'], NOW_MS + atMs);

  it('is listed while somebody holds it, to the millisecond', async () => {
    await take('eight', 'a', 0);
    await take('nine', 'b', 0, 50);
    expect((await listAt(49)).sort()).toEqual(['eight', 'nine']);
    expect(await listAt(50)).toEqual(['eight']);
    expect(await listAt(100)).toEqual([]);
  });

  it('knows each name alone', async () => {
    await take('three', 'a', 0);
    expect(await take('four', 'b', 0)).toBe(1_000_000);
  });

  it('goes to one of many who ask together', async () => {
    const holders = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tokens = await Promise.all(holders.map((holder) => take('five', holder, 0)));
    expect(tokens.filter((token) => token !== 'held')).toEqual([1_000_000]);
  });
});
