import { describe, expect, it } from 'vitest';
import { makeId } from '../ids.ts';
import type { BackupDatabase } from './backup.ts';
import { planDataStores, type StoreAnswer } from './plan-data-stores.ts';

const [one, other] = [1, 2].map((number) => makeId('ds', number, new Uint8Array(10))) as [
  ReturnType<typeof makeId<'ds'>>,
  ReturnType<typeof makeId<'ds'>>,
];
const contains = (name: BackupDatabase['name']): BackupDatabase => ({
  name,
  snapshotAtMs: 0,
  migrations: { data: [] },
  tables: [],
});
const backup = {
  databases: [contains('main'), contains(one)],
  dataStores: [
    { id: one, name: 'EU' },
    { id: other, name: 'US' },
  ],
};

describe('the data stores of a backup', () => {
  it('each get a decision', () => {
    const answers = new Map<typeof one, StoreAnswer>([
      [one, { url: 'postgres://new' }],
      [other, 'keep'],
    ]);
    expect(planDataStores(backup, answers)).toEqual(answers);
  });

  it('are named if there is none', () => {
    const answers = new Map<typeof one, StoreAnswer>([[one, 'keep']]);
    expect(() => planDataStores(backup, answers)).toThrow(`--store ${other}=<postgres URL or keep>   (US)`);
    expect(() => planDataStores(backup, answers)).not.toThrow(one);
  });

  it('cannot be restored if the backup does not contain them, or does not know them', () => {
    const moved = new Map<typeof one, StoreAnswer>([
      [one, 'keep'],
      [other, { url: 'postgres://new' }],
    ]);
    expect(() => planDataStores(backup, moved)).toThrow(`does not contain the data of ${other}`);
    const unknown = makeId('ds', 3, new Uint8Array(10));
    expect(() => planDataStores(backup, new Map([[unknown, 'keep' as const]]))).toThrow(`no data store ${unknown}`);
  });

  it('need nothing if there are none', () => {
    expect(planDataStores({ databases: [contains('main')], dataStores: [] }, new Map())).toEqual(new Map());
  });
});
