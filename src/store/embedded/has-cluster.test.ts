import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasCluster } from './has-cluster.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'florin-data-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

it('finds none in a folder that is missing, empty, or only has the secret', async () => {
  expect(await hasCluster(join(dataDir, 'missing'))).toBe(false);
  expect(await hasCluster(dataDir)).toBe(false);
  await writeFile(join(dataDir, 'secret'), 'x');
  await mkdir(join(dataDir, 'postgres'));
  expect(await hasCluster(dataDir)).toBe(false);
});

it('finds one in the folder, damaged or not', async () => {
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), '');
  expect(await hasCluster(dataDir)).toBe(true);
});

it('finds one outside the folder', async () => {
  await writeFile(join(dataDir, 'postgres-location'), '/var/lib/florin/0123\n');
  expect(await hasCluster(dataDir)).toBe(true);
});
