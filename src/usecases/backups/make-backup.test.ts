import { describe, expect, it } from 'vitest';
import { MemoryBackups, storeId } from '../../../test/memory/backups.ts';
import { type BackupProgress, makeBackup } from './make-backup.ts';

const openBackups = () =>
  new MemoryBackups().add('main', 'intents', ['a', 'b']).add('main', 'items', []).add(storeId, 'intents', ['c']);

function make(backups: MemoryBackups, { mainOnly = false, signal = new AbortController().signal } = {}) {
  const reported: BackupProgress[] = [];
  const report = (progress: BackupProgress) => reported.push(progress);
  return { reported, done: makeBackup(backups.ports, { file: backups.file, mainOnly, report, signal }) };
}

describe('makeBackup', () => {
  it('writes what it contains, and then the rows of every table of every database', async () => {
    const backups = openBackups();
    const { done } = make(backups);
    expect(await done).toMatchObject({ rows: 3, bytes: backups.parts.length, sha256: 'sum' });
    expect(backups.parts[0]).toMatchObject({
      kind: 'backup',
      backup: {
        florinVersion: '0.1.0',
        createdAtMs: backups.nowMs,
        secretFingerprint: 'known',
        databases: [{ name: 'main' }, { name: storeId }],
        dataStores: [{ id: storeId, name: 'far' }],
      },
    });
    const shown = backups.parts.slice(1).map((part) => {
      if (part.kind === 'table') return `${part.database} ${part.name}`;
      return part.kind === 'rows' ? Buffer.from(part.bytes).toString() : part.kind === 'end' && part.rows;
    });
    expect(shown).toEqual(['main intents', 'a\n', 'b\n', 2, 'main items', 0, `${storeId} intents`, 'c\n', 1]);
    expect(backups.closed).toBe(1);
  });

  it('leaves data stores out on request, but names them', async () => {
    const backups = openBackups();
    const { backup } = await make(backups, { mainOnly: true }).done;
    expect(backup.databases.map(({ name }) => name)).toEqual(['main']);
    expect(backup.dataStores).toHaveLength(1);
  });

  it('reports how far it is, and never more than everything', async () => {
    const { reported, done } = make(openBackups());
    await done;
    expect(reported[0]).toEqual({ database: 'main', table: 'intents', share: 0 });
    expect(reported.at(-1)).toMatchObject({ database: storeId, table: 'intents' });
    const shares = reported.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.map((share) => Math.round(share * 9))).toEqual([0, 2, 3, 3, 6, 8]);
  });

  it('closes the snapshots when it fails or is interrupted', async () => {
    const backups = openBackups();
    const failing = { ...backups.file, write: () => Promise.reject(new Error('disk full')) };
    const order = { file: failing, mainOnly: false, report: () => undefined, signal: new AbortController().signal };
    await expect(makeBackup(backups.ports, order)).rejects.toThrow('disk full');
    expect(backups.closed).toBe(1);
    await expect(make(backups, { signal: AbortSignal.abort(new Error('stopped')) }).done).rejects.toThrow('stopped');
    expect(backups.closed).toBe(2);
  });
});
