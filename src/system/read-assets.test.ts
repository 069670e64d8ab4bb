import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parseDecimal } from '../domain/money/decimal.ts';
import { readAssets } from './read-assets.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const ENTRY = { code: 'GOLD', network: 'base', contract: '0x1', decimals: 18 };

async function read(...entries: object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-assets-'));
  folders.push(folder);
  const file = join(folder, 'assets.json');
  await writeFile(file, JSON.stringify(entries));
  return readAssets(file);
}

it('reads tokens, with the amount below which they are dust if there is one', async () => {
  const gold = { code: 'GOLD', network: 'base', token: '0x1', decimals: 18 };
  expect(await read(ENTRY, { ...ENTRY, dust: '0.001' })).toEqual([gold, { ...gold, dustFloor: parseDecimal('0.001') }]);
});

it.each([
  ['code', 'gold', /"code" must be 2 to 12 uppercase/],
  ['network', 'mars', /"network" must be one of/],
  ['contract', '', /"contract" or "mint" must be/],
  ['decimals', 19, /"decimals" must be a whole number/],
  ['dust', 0.01, /"dust" must be an amount of the token in quotation marks/],
  ['dust', '-1', /"dust" must be an amount/],
])('says what is wrong with the %s %j, and where', async (member, value, sentence) => {
  await expect(read(ENTRY, { ...ENTRY, [member]: value })).rejects.toThrow(sentence);
  await expect(read(ENTRY, { ...ENTRY, [member]: value })).rejects.toThrow(/entry 2/);
});
