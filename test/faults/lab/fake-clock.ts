import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFakeTime } from '../needs.ts';
import type { Lab } from './lab.ts';

const SHARED_MEMORY = '/dev/shm';

/** A jump is noticed by then: every 30 s, the program compares its clock with the database's. */
export const JUMP_NOTICED_MS = 35_000;

/** The wall clock of processes that are started with its settings. It can jump while they run. */
export class FakeClock {
  readonly env: Record<string, string>;
  readonly #file: string;

  constructor({ folder, cleanUp }: Pick<Lab, 'folder' | 'cleanUp'>) {
    this.#file = join(folder, 'clock');
    cleanUp.add(async () => removeRemains());
    this.jumpTo(0);
    this.env = {
      LD_PRELOAD: findFakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // Only the wall clock of a machine jumps.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets how far the clock is ahead of the real time. */
  jumpTo(seconds: number): void {
    // A process may read the file at any moment, so it is never half written.
    writeFileSync(`${this.#file}.new`, seconds < 0 ? `${seconds}` : `+${seconds}`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** The library leaves files of killed processes behind. */
function removeRemains(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = /^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(SHARED_MEMORY, name), { force: true });
  }
}
