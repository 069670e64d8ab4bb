import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listMiscounted, planShards } from './support/plan-shards.ts';
import { SECONDS } from './support/test-seconds.ts';

const seconds = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.double({ min: 0.1, max: 300, noNaN: true }));
const project = fc.constantFrom('http', 'store', 'pages');
const filesOf = (lengths: Record<string, number>, projects: readonly string[]) =>
  projects.flatMap((name) => Object.keys(lengths).map((file) => ({ project: name, file })));

describe('planShards', () => {
  it('puts every file of every project into exactly one shard', () => {
    fc.assert(
      fc.property(seconds, fc.uniqueArray(project), fc.integer({ min: 1, max: 200 }), (lengths, projects, limit) => {
        const all = filesOf(lengths, projects);
        const shards = planShards(all, (file) => lengths[file] ?? 0, limit);
        const planned = shards.flatMap((shard) => shard.files.map((file) => ({ project: shard.project, file })));
        expect(listMiscounted(all, planned)).toEqual([]);
        expect(shards.every(({ files }) => files.length > 0)).toBe(true);
        expect(new Set(shards.map(({ name }) => name)).size).toBe(shards.length);
      }),
    );
  });

  it('gives the shards of a project about the same length', () => {
    const lengths: Record<string, number> = { a: 90, b: 60, c: 50, d: 30, e: 20, f: 10 };
    const shards = planShards(filesOf(lengths, ['http']), (file) => lengths[file] ?? 0, 100);
    expect(shards.map(({ name, files }) => [name, files])).toEqual([
      ['http 1', ['a']],
      ['http 2', ['b', 'e', 'f']],
      ['http 3', ['c', 'd']],
    ]);
  });
});

it('mixes projects, and ends with the last shard of each, longest first', () => {
  const [http, store, pages] = [{ a: 90, b: 80, c: 70, d: 10 }, { e: 60, f: 50 }, { g: 95 }];
  const lengths: Record<string, number> = { ...http, ...store, ...pages };
  const all = [...filesOf(http, ['http']), ...filesOf(store, ['store']), ...filesOf(pages, ['pages'])];
  const shards = planShards(all, (file) => lengths[file] ?? 0, 90);
  expect(shards.map(({ files }) => files.join(''))).toEqual(['a', 'b', 'e', 'g', 'cd', 'f']);
});

describe('listMiscounted', () => {
  const [one, two] = [
    { project: 'store', file: 'a.test.ts' },
    { project: 'unit', file: 'a.test.ts' },
  ];

  it.each([
    ['did not run', [two], ['a.test.ts of store ran 0 times']],
    ['ran twice', [one, two, one], ['a.test.ts of store ran 2 times']],
    ['ran', [two, one], []],
  ])('says which file %s', (_, ran, expected) => {
    expect(listMiscounted([one, two], ran)).toEqual(expected);
  });

  it('names a file that nobody planned', () => {
    expect(listMiscounted([one], [one, two])).toEqual(['a.test.ts of unit ran 1 times']);
  });
});

it('every file with a length exists', () => {
  expect(Object.keys(SECONDS).filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});
