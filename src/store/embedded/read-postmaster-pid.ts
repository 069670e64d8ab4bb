import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';

export interface PostmasterPid {
  /** Undefined in a file without text, as a power cut can leave it. */
  pid: number | undefined;
  folder: string;
  port: number | undefined;
  /** "starting", "ready", "stopping" or, while the file is being written, empty. */
  status: string;
  text: string;
  ageMs: number;
}

/** Reads the file that a postmaster keeps in its cluster, or returns undefined where there is none. */
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
