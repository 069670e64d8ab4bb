import { describe, expect, it } from 'vitest';
import { MemoryBackups, merchantIds, storeId } from '../../../test/memory/backups.ts';
import type { Backup } from '../../domain/backups/backup.ts';
import { makeBackup } from './make-backup.ts';
import { type RestoreOrder, restoreBackup } from './restore-backup.ts';

const HOUR_MS = 3_600_000;
const [inMain, inStore] = merchantIds;
const NEW_URL = 'postgres://new';
const quiet = { report: () => undefined, signal: new AbortController().signal };

const invoiceSeries: Backup['invoiceSeries'] = [
  { database: 'main', merchantId: inMain, merchantName: 'Vases', lastNumber: 41 },
  { database: storeId, merchantId: inStore, merchantName: 'Lamps', lastNumber: 7 },
];

/** A backup of the main database, and of a data store if wanted. */
async function openBackups({
  withStore = false,
  backup = {},
}: {
  withStore?: boolean;
  backup?: Partial<Backup>;
} = {}): Promise<MemoryBackups> {
  const backups = new MemoryBackups().add('main', 'intents', ['a', 'b']);
  if (withStore) backups.add(storeId, 'intents', ['c']);
  backups.backup = backup;
  await makeBackup(backups.ports, { file: backups.file, mainOnly: false, ...quiet });
  return backups;
}

const restore = (backups: MemoryBackups, order: Partial<RestoreOrder> = {}) =>
  restoreBackup(backups.ports, {
    file: backups.file,
    replace: false,
    stores: new Map(),
    invoices: { next: new Map(), skip: undefined },
    askInvoice: async () => undefined,
    ...quiet,
    ...order,
  });

const argsOf = (backups: MemoryBackups, name: string) => backups.calls.find(([call]) => call === name)?.slice(1);

describe('restoreBackup', () => {
  it('checks everything before it opens the database, and commits at the end', async () => {
    const backups = await openBackups();
    expect(await restore(backups)).toMatchObject({ rows: 2, rules: 3, broken: [], nextInvoices: [] });
    expect(backups.restored).toEqual(new Map([['main/intents', 'a\nb\n']]));
    const names = backups.names();
    expect(names.slice(0, 5)).toEqual(['verify', 'main checkMigrations', 'main open', 'main begin', 'main load']);
    expect(names.slice(-2)).toEqual(['main commit', 'main close']);
    expect(argsOf(backups, 'main open')).toEqual([{ url: undefined, replace: false }]);
  });

  it('moves on what was issued after the backup', async () => {
    const backups = await openBackups();
    backups.nowMs += 25 * HOUR_MS;
    const { amountsHeldUntilMs } = await restore(backups);
    expect(argsOf(backups, 'main moveEventNumbers')).toEqual([[inMain], 2_000_000]);
    expect(argsOf(backups, 'main moveWalletIndexes')).toEqual([20]);
    expect(argsOf(backups, 'main moveLeases')).toEqual([Math.floor(backups.nowMs / 1_000)]);
    expect(amountsHeldUntilMs).toBe(backups.nowMs + 26 * HOUR_MS);
    expect(argsOf(backups, 'main holdAmounts')).toEqual([amountsHeldUntilMs]);
    expect(argsOf(backups, 'main relayAgain')).toEqual([backups.nowMs - 25 * HOUR_MS]);
    expect(argsOf(backups, 'main record')).toMatchObject([{ action: 'server.restored', atMs: backups.nowMs }]);
    expect(backups.names()).not.toContain('main skipSimulatedTransfers');
  });

  it('changes nothing with another secret', async () => {
    const backups = await openBackups({ backup: { secretFingerprint: 'unknown' } });
    await expect(restore(backups)).rejects.toThrow('made with another secret');
    expect(backups.names()).not.toContain('main open');
  });

  it('changes nothing if a newer version made the backup', async () => {
    const backups = await openBackups();
    backups.failAt = 'main checkMigrations';
    await expect(restore(backups)).rejects.toThrow('checkMigrations failed');
    expect(backups.names()).not.toContain('main open');
  });

  it.each(['main begin', 'main load', 'main finish', 'main moveWalletIndexes', 'main commit'])(
    'leaves the database as it was if it fails at %s',
    async (failAt) => {
      const backups = await openBackups();
      backups.failAt = failAt;
      await expect(restore(backups)).rejects.toThrow(`${failAt} failed`);
      expect(backups.calls.at(-1)).toEqual(['main close', { keepMark: false }]);
    },
  );

  it('fails if a table has lost rows on its way', async () => {
    const backups = await openBackups();
    backups.parts = backups.parts.map((part) => (part.kind === 'end' ? { ...part, rows: part.rows + 1 } : part));
    await expect(restore(backups)).rejects.toThrow('intents has 3 rows in the backup, but 2 were restored');
    expect(backups.names()).not.toContain('main commit');
  });

  it('can be interrupted', async () => {
    const backups = await openBackups();
    await expect(restore(backups, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
    expect(backups.calls.at(-1)).toEqual(['main close', { keepMark: false }]);
  });

  it('reports rules that do not hold, and keeps what was restored', async () => {
    const backups = await openBackups();
    backups.broken = [{ rule: 'every event belongs to an intent', rows: 2, example: 'x' }];
    expect(await restore(backups)).toMatchObject({ rules: 3, broken: backups.broken });
    expect(backups.names()).toContain('main commit');
  });

  describe('the next invoice numbers', () => {
    const backup = { invoiceSeries: invoiceSeries.slice(0, 1) };

    it('are demanded before anything is written', async () => {
      const backups = await openBackups({ backup });
      await expect(restore(backups)).rejects.toThrow(`--next-invoice-number ${inMain}=42   (Vases;`);
      expect(backups.names()).not.toContain('main open');
    });

    it('are asked for', async () => {
      const backups = await openBackups({ backup });
      const { nextInvoices } = await restore(backups, { askInvoice: async ({ lastNumber }) => lastNumber + 9 });
      expect(nextInvoices).toEqual([{ series: invoiceSeries[0], nextNumber: 50 }]);
      expect(argsOf(backups, 'main setNextInvoice')).toEqual(nextInvoices);
      expect(argsOf(backups, 'main record')).toMatchObject([{ details: { next_invoice_numbers: { [inMain]: 50 } } }]);
    });

    it('are not taken if they were used', async () => {
      const backups = await openBackups({ backup });
      await expect(restore(backups, { askInvoice: async () => 41 })).rejects.toThrow('whole number from 42');
      expect(backups.names()).not.toContain('main open');
    });

    it('may leave a gap', async () => {
      const backups = await openBackups({ backup });
      const { nextInvoices } = await restore(backups, { invoices: { next: new Map(), skip: 100 } });
      expect(nextInvoices.map(({ nextNumber }) => nextNumber)).toEqual([142]);
    });
  });

  describe('with a data store', () => {
    it('needs a decision on it', async () => {
      const backups = await openBackups({ withStore: true });
      await expect(restore(backups)).rejects.toThrow(`--store ${storeId}=`);
      expect(backups.names()).not.toContain('main open');
    });

    it('restores it into another database, and remembers where it is', async () => {
      const backups = await openBackups({ withStore: true, backup: { invoiceSeries } });
      await restore(backups, {
        stores: new Map([[storeId, { url: NEW_URL }]]),
        invoices: { next: new Map(), skip: 0 },
      });
      expect(backups.restored.get(`${storeId}/intents`)).toBe('c\n');
      expect(argsOf(backups, `${storeId} open`)).toEqual([{ url: NEW_URL, replace: false }]);
      expect(argsOf(backups, `${storeId} moveEventNumbers`)).toEqual([[inStore], 1_000_000]);
      expect(argsOf(backups, `${storeId} setNextInvoice`)).toMatchObject([{ nextNumber: 8 }]);
      expect(argsOf(backups, 'main setStoreUrl')).toMatchObject([storeId, expect.stringContaining(NEW_URL)]);
      const commits = backups.names().filter((name) => String(name).endsWith('commit'));
      expect(commits).toEqual([`${storeId} commit`, 'main commit']);
    });

    it('goes on with it as it is', async () => {
      const backups = await openBackups({ withStore: true, backup: { invoiceSeries } });
      await restore(backups, {
        stores: new Map([[storeId, 'keep']]),
        invoices: { next: new Map([[inMain, 42]]), skip: undefined },
      });
      expect([...backups.restored.keys()]).toEqual(['main/intents']);
      expect(backups.names()).toContain('main skipSimulatedTransfers');
      expect(backups.names()).not.toContain('main setStoreUrl');
      expect(backups.names().filter((name) => String(name).startsWith(`${storeId} `))).toEqual([
        `${storeId} checkMigrations`,
      ]);
    });

    it('keeps the marks if only some databases are committed', async () => {
      const backups = await openBackups({ withStore: true });
      backups.failAt = 'main commit';
      const stores = new Map([[storeId, { url: NEW_URL }]]);
      await expect(restore(backups, { stores })).rejects.toThrow('main commit failed');
      expect(argsOf(backups, 'main close')).toEqual([{ keepMark: true }]);
    });
  });
});
