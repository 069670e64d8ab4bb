import type { FileHandle } from 'node:fs/promises';

const longestTail = 8_192;

/** What a log says from an offset on; where that is much, only its end. */
export async function readLogFrom(log: FileHandle, offset: number): Promise<string> {
  const { size } = await log.stat();
  const start = Math.max(offset, size - longestTail, 0);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(size - start, 0)), 0, null, start);
  return buffer.toString('utf8', 0, bytesRead);
}
