import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';

export interface PostmasterPid {
  /** Undefined if the file is empty, for example after a power failure. */
  pid: number | undefined;
  folder: string;
  port: number | undefined;
  /** "starting", "ready", "stopping" or, while the file is being written, empty. */
  status: string;
  text: string;
  ageMs: number;
}

/** Reads postmaster.pid; undefined if it does not exist. */
export async function readPostmasterPid(folder: string): Promise<PostmasterPid | undefined> {
  const file = join(folder, 'postmaster.pid');
  try {
    const text = await readFile(file, 'utf8');
    const { mtimeMs } = await stat(file);
    const lines = text.split('\n').map((line) => line.trim());
    const pid = Number(lines[0] ?? '');
    const port = Number(lines[3] ?? '');
    return {
      pid: Number.isSafeInteger(pid) && pid > 0 ? pid : undefined,
      folder: lines[1] ?? '',
      port: Number.isSafeInteger(port) && port > 0 ? port : undefined,
      status: lines[7] ?? '',
      text,
      ageMs: Date.now() - mtimeMs,
    };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
