import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS, newId, sampleAudit } from './sample-rows.ts';

const sampleStore = () => ({
  id: newId('ds'),
  name: 'Frankfurt',
  sealedUrl: 'sealed',
  createdAtMs: NOW_MS,
  isOpen: false,
});

describe.each(controlPlanes())('data stores in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('returns them as stored, by id, and writes the audit entry', async () => {
    const { dataStores } = opened.control;
    expect(await dataStores.list()).toEqual([]);
    const [first, second] = [sampleStore(), sampleStore()];
    await dataStores.insert(second, sampleAudit('data_store.added', { subject: second.id }));
    await dataStores.insert(first, sampleAudit('data_store.added', { subject: first.id }));
    expect(await dataStores.list()).toEqual([first, second]);
    expect(await dataStores.find(second.id)).toEqual(second);
    expect(await dataStores.find(newId('ds'))).toBeUndefined();
    expect((await opened.readAudit()).map(({ subject }) => subject)).toEqual([second.id, first.id]);
  });

  it('opens and closes one for new merchants', async () => {
    const { dataStores } = opened.control;
    const stored = { ...sampleStore(), isOpen: true };
    await dataStores.insert(stored, sampleAudit('data_store.added'));
    await dataStores.setOpen(stored.id, false, sampleAudit('data_store.closed', { subject: stored.id }));
    expect(await dataStores.find(stored.id)).toEqual({ ...stored, isOpen: false });
    expect((await opened.readAudit()).at(-1)).toMatchObject({ action: 'data_store.closed', subject: stored.id });
  });

  it('refuses the same id twice, and writes nothing', async () => {
    const { dataStores } = opened.control;
    const stored = sampleStore();
    await dataStores.insert(stored, sampleAudit('data_store.added'));
    const before = await opened.readAudit();
    await expect(dataStores.insert({ ...stored, name: 'x' }, sampleAudit('data_store.added'))).rejects.toThrow();
    expect((await dataStores.find(stored.id))?.name).toBe('Frankfurt');
    expect(await opened.readAudit()).toEqual(before);
  });
});
