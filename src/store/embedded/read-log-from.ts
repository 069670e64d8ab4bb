import type { FileHandle } from 'node:fs/promises';

const longestTail = 8_192;

/** The text of a log from an offset on. If it is long, only its end. */
export async function readLogFrom(log: FileHandle, offset: number): Promise<string> {
  const { size } = await log.stat();
  const start = Math.max(offset, size - longestTail, 0);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(size - start, 0)), 0, null, start);
  return buffer.toString('utf8', 0, bytesRead);
}
