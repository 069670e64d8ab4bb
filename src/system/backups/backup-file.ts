import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Backup } from '../../domain/backups/backup.ts';
import { UserError } from '../../domain/user-error.ts';
import type { BackupFile, BackupPart } from '../../ports/backups.ts';
import { decodeParts, encodeParts } from './backup-parts.ts';

/** The first line of a backup. The rest is compressed with zstd, up to the last line. */
const FORMAT = 1;
const FIRST_LINE = `florin-backup ${FORMAT}\n`;
/** The last line has the SHA-256 of everything before it: `head -c -72 <file> | sha256sum` prints the same. */
const lastLine = (sha256: string): string => `sha256 ${sha256}\n`;
const LAST_LINE_BYTES = 72;

/** A backup in a file that only its owner can read. The name `-` is standard output. */
export const backupFile = (path: string): BackupFile => ({
  write: (parts) => (path === '-' ? writeTo(process.stdout, parts) : writeFile(path, parts)),
  verify: () => verifyFile(path),
  read: (report) => readParts(path, report),
});

/** A file that could not be written completely is removed. */
async function writeFile(path: string, parts: AsyncIterable<BackupPart>) {
  const draft = `${path}.partial`;
  if (await stat(path).catch(() => undefined)) {
    throw new UserError(`${path} already exists. Choose another name, or move that file away.`);
  }
  try {
    await rm(draft, { force: true });
    const written = await writeTo(createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }), parts);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw explain(error, path);
  }
}

async function writeTo(out: NodeJS.WritableStream, parts: AsyncIterable<BackupPart>) {
  const hash = createHash('sha256');
  let bytes = 0;
  let sha256 = '';
  const count = (chunk: Buffer): Buffer => {
    hash.update(chunk);
    bytes += chunk.length;
    return chunk;
  };
  const frame = async function* (chunks: AsyncIterable<Buffer>) {
    yield count(Buffer.from(FIRST_LINE));
    for await (const chunk of chunks) yield count(chunk);
    sha256 = hash.digest('hex');
    yield Buffer.from(lastLine(sha256));
  };
  await pipeline(encodeParts(parts), createZstdCompress(), frame, out, { end: out !== process.stdout });
  return { bytes: bytes + LAST_LINE_BYTES, sha256 };
}

async function verifyFile(path: string): Promise<Backup> {
  const size = await sizeOf(path);
  const first = await readRange(path, 0, Math.min(size, FIRST_LINE.length));
  const format = /^florin-backup (\d+)\n/.exec(first.toString())?.[1];
  if (format === undefined) throw new UserError(`${path} is not a backup of Florin.`);
  if (format !== String(FORMAT)) {
    throw new UserError(`A newer version of Florin made this backup. Install that version to restore it.`);
  }
  const end = Math.max(0, size - LAST_LINE_BYTES);
  const hash = createHash('sha256');
  if (end > 0) for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  const last = await readRange(path, end, size - end);
  if (last.toString() !== lastLine(hash.digest('hex'))) {
    throw new UserError(`${path} is not complete, or was changed after it was made. Nothing was restored.`);
  }
  for await (const part of readParts(path, () => undefined)) if (part.kind === 'backup') return part.backup;
  throw new UserError(`${path} is empty.`);
}

async function* readParts(path: string, report: (share: number) => void): AsyncGenerator<BackupPart> {
  const size = await sizeOf(path);
  const file = createReadStream(path, { start: FIRST_LINE.length, end: size - LAST_LINE_BYTES - 1 });
  const unzip = createZstdDecompress();
  // An error of the file reaches the reader through the stream behind it.
  pipeline(file, unzip).catch(() => undefined);
  for await (const part of decodeParts(unzip)) {
    report(Math.min(1, file.bytesRead / size));
    yield part;
  }
}

async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  if (path === '-') throw new UserError('A backup is checked before it is restored, so it must be a file.');
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw explain(error, path);
  }
}

/** The name of the file is on the disk too, and not only its content. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An error of the file system names what the operator can change. */
function explain(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const why = new Map([
    ['ENOSPC', 'The disk is full'],
    ['EDQUOT', 'The disk quota is used up'],
    ['ENOENT', 'The file or its folder does not exist'],
    ['EACCES', 'Permission denied'],
    ['EROFS', 'The file system is read-only'],
  ]).get(code ?? '');
  return why === undefined ? error : new UserError(`${why}: ${path}`);
}
