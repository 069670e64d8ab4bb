import { createHash } from 'node:crypto';
import type { Backup } from '../../domain/backups/backup.ts';
import { UserError } from '../../domain/user-error.ts';
import type { BackupPart } from '../../ports/backups.ts';

/** Each part is a byte for its kind, four bytes for its length, and its content: rows as they are, anything else as JSON. */
const KINDS = ['backup', 'table', 'rows', 'end'] as const;
const HEAD_BYTES = 5;

type TableHead = Omit<Extract<BackupPart, { kind: 'table' }>, 'kind'>;

interface TableEnd {
  rows: number;
  /** Of all bytes between the head of the table and its end. */
  sha256: string;
}

export async function* encodeParts(parts: AsyncIterable<BackupPart>): AsyncGenerator<Uint8Array> {
  let hash = createHash('sha256');
  for await (const part of parts) {
    if (part.kind === 'table') hash = createHash('sha256');
    if (part.kind === 'rows') hash.update(part.bytes);
    const content = contentOf(part, hash);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(KINDS.indexOf(part.kind));
    head.writeUInt32BE(content.length, 1);
    yield head;
    yield content;
  }
}

function contentOf(part: BackupPart, hash: ReturnType<typeof createHash>): Uint8Array {
  if (part.kind === 'rows') return part.bytes;
  if (part.kind === 'backup') return json(part.backup);
  if (part.kind === 'end') return json({ rows: part.rows, sha256: hash.digest('hex') } satisfies TableEnd);
  return json({ database: part.database, schema: part.schema, name: part.name } satisfies TableHead);
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export async function* decodeParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  let hash = createHash('sha256');
  for await (const { kind, content } of splitParts(chunks)) {
    switch (kind) {
      case 'backup':
        yield { kind, backup: JSON.parse(content.toString()) as Backup };
        break;
      case 'table':
        hash = createHash('sha256');
        yield { kind, ...(JSON.parse(content.toString()) as TableHead) };
        break;
      case 'rows':
        hash.update(content);
        yield { kind, bytes: content };
        break;
      case 'end': {
        const { rows, sha256 } = JSON.parse(content.toString()) as TableEnd;
        if (hash.digest('hex') !== sha256) throw new UserError('A table of the backup does not match its checksum.');
        yield { kind, rows };
      }
    }
  }
}

/** Collects chunks until a part is complete, so that no more than one part and one chunk are in memory. */
async function* splitParts(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: BackupPart['kind']; content: Buffer }> {
  let waiting: Buffer[] = [];
  let length = 0;
  let wanted = HEAD_BYTES;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
      const end = HEAD_BYTES + all.readUInt32BE(1);
      const isComplete = length >= end;
      if (isComplete) {
        const kind = KINDS[all.readUInt8()];
        if (!kind) throw new UserError('The backup contains a part of an unknown kind.');
        yield { kind, content: all.subarray(HEAD_BYTES, end) };
      }
      waiting = [isComplete ? all.subarray(end) : all];
      length = all.length - (isComplete ? end : 0);
      wanted = isComplete ? HEAD_BYTES : end;
    }
  }
  if (length > 0) throw new UserError('The backup ends in the middle of a part.');
}
