import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
const FREE_BYTES_MIN = 6 * 1024 ** 3;

/**
 * Where the tests keep their databases: in memory if the machine has enough, because the syncs of many databases to one
 * slow disk would otherwise decide how long every test takes. Tests kill processes, not machines, so nothing is lost.
 */
export function chooseTempFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= FREE_BYTES_MIN ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
