import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backup } from '../../domain/backups/backup.ts';
import type { BackupPart } from '../../ports/backups.ts';
import { backupFile } from './backup-file.ts';

const backup: Backup = {
  florinVersion: '0.1.0',
  createdAtMs: 1,
  secretFingerprint: 'ab',
  databases: [],
  dataStores: [],
  invoiceSeries: [],
};
const PIECES = 10;

/** Two tables, the first with more rows than fit into one piece of any stream in between. */
async function* sampleParts(): AsyncGenerator<BackupPart> {
  yield { kind: 'backup', backup };
  yield { kind: 'table', database: 'main', schema: 'florin_data', name: 'events' };
  for (let piece = 0; piece < PIECES; piece += 1) yield { kind: 'rows', bytes: noise(piece) };
  yield { kind: 'end', rows: 7 };
  yield { kind: 'table', database: 'main', schema: 'florin_data', name: 'items' };
  yield { kind: 'end', rows: 0 };
}

/** Does not compress, and is the same each time. */
const noise = (seed: number): Buffer =>
  Buffer.concat(Array.from({ length: 1_000 }, (_, number) => sha256Of(`${seed} ${number}`)));

const sha256Of = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Short enough to be compared quickly. */
const shorten = (part: BackupPart) => (part.kind === 'rows' ? sha256Of(part.bytes).toString('hex') : part);

async function* failAfter(parts: AsyncIterable<BackupPart>, count: number): AsyncGenerator<BackupPart> {
  let left = count;
  for await (const part of parts) {
    if (left === 0) throw Object.assign(new Error('write failed'), { code: 'ENOSPC' });
    left -= 1;
    yield part;
  }
}

async function collect(parts: AsyncIterable<BackupPart>): Promise<BackupPart[]> {
  const all: BackupPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe('a backup file', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-backup-'));
    path = join(folder, 'one.backup');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('returns the parts that were written, and only its owner can read it', async () => {
    const { bytes, sha256 } = await backupFile(path).write(sampleParts());
    expect(await stat(path)).toMatchObject({ size: bytes });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, 'latin1')).slice(-72)).toBe(`sha256 ${sha256}\n`);
    expect(await backupFile(path).verify()).toEqual(backup);
    const shares: number[] = [];
    const parts = await collect(backupFile(path).read((share) => shares.push(share)));
    expect(parts.map(shorten)).toEqual((await collect(sampleParts())).map(shorten));
    expect(shares.at(-1)).toBeGreaterThan(0.99);
    expect(await readdir(folder)).toEqual(['one.backup']);
  });

  it('is removed if it cannot be written completely', async () => {
    const writing = backupFile(path).write(failAfter(sampleParts(), PIECES));
    await expect(writing).rejects.toThrow(`The disk is full: ${path}`);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not replace another file, but what an interrupted backup left', async () => {
    await writeFile(`${path}.partial`, 'half');
    await backupFile(path).write(sampleParts());
    await expect(backupFile(path).write(sampleParts())).rejects.toThrow('already exists');
    expect(await backupFile(path).verify()).toEqual(backup);
  });

  it('is rejected if it is cut off anywhere', async () => {
    const { bytes } = await backupFile(path).write(sampleParts());
    for (const size of [bytes - 1, bytes - 72, 1_000, 17]) {
      await truncate(path, size);
      await expect(backupFile(path).verify()).rejects.toThrow('is not complete, or was changed');
    }
    for (const size of [3, 0]) {
      await truncate(path, size);
      await expect(backupFile(path).verify()).rejects.toThrow('is not a backup of Florin');
    }
  });

  it('is rejected if a byte was changed', async () => {
    const { bytes } = await backupFile(path).write(sampleParts());
    const content = await readFile(path);
    for (const place of [20, Math.floor(bytes / 2), bytes - 10]) {
      const changed = Buffer.from(content);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await writeFile(path, changed);
      await expect(backupFile(path).verify()).rejects.toThrow('is not complete, or was changed');
    }
  });

  it('is rejected if a newer version made it, or if it is something else', async () => {
    await writeFile(path, `florin-backup 2\n${'x'.repeat(100)}`);
    await expect(backupFile(path).verify()).rejects.toThrow('newer version of Florin');
    await writeFile(path, 'PGDMP'.repeat(100));
    await expect(backupFile(path).verify()).rejects.toThrow('not a backup of Florin');
    await expect(backupFile(join(folder, 'none')).verify()).rejects.toThrow('does not exist');
    await expect(backupFile('-').verify()).rejects.toThrow('must be a file');
  });
});
