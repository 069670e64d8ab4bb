import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { watchTogether } from './watch-together.ts';

it('reads once for all gauges of a scrape, and keeps no old values if that fails', async () => {
  const registry = new Registry();
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 2) throw new Error('the database is away');
    return reads;
  };
  watchTogether(registry, read, [
    { name: 'plain', help: 'x', labelNames: [], valuesOf: (view) => [{ labels: {}, value: view }] },
    { name: 'by_name', help: 'x', labelNames: ['name'], valuesOf: (view) => [{ labels: { name: 'a' }, value: view }] },
  ]);
  const scrape = async () => (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  expect(await scrape()).toEqual(['plain 1', 'by_name{name="a"} 1']);
  expect(await scrape()).toEqual(['plain Nan']);
  expect(await scrape()).toEqual(['plain 3', 'by_name{name="a"} 3']);
  expect(reads).toBe(3);
});
