import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { postgresAccount } from '../../support/external-postgres.ts';
import type { Lab } from './lab.ts';

const CHUNK = Buffer.alloc(64 * 1_024, 0x5a);
const MIB = 1_048_576;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }).trim();

/** A file system with room for little more than one database. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
    const account = postgresAccount();
    if (account) chownSync(folder, account.uid, account.gid);
  }

  /** In memory. */
  static mount({ folder, cleanUp }: Lab, mib: number): SmallDisk {
    const place = join(folder, 'disk');
    mkdirSync(place);
    run('mount', '-t', 'tmpfs', '-o', `size=${mib}m`, 'florin-faults', place);
    cleanUp.add(async () => void run('umount', place));
    return new SmallDisk(place);
  }

  /** In a file, as ext4, which becomes read-only after an error as most servers set it up. */
  static mountExt4({ folder, cleanUp }: Lab, mib: number): SmallDisk {
    const [place, image] = [join(folder, 'disk'), join(folder, 'disk.img')];
    mkdirSync(place);
    run('truncate', '-s', `${mib}M`, image);
    run('/usr/sbin/mkfs.ext4', '-q', '-F', image);
    run('mount', '-o', 'loop,errors=remount-ro', image, place);
    cleanUp.add(async () => void run('umount', place));
    return new SmallDisk(place);
  }

  /** Where PostgreSQL keeps its files. */
  get data(): string {
    return join(this.folder, 'data');
  }

  /** Leaves this much room, or none. */
  fill(freeBytes = 0): void {
    const file = openSync(this.#ballast, 'a');
    try {
      while (this.freeBytes() > freeBytes)
        writeSync(file, CHUNK, 0, Math.min(CHUNK.length, this.freeBytes() - freeBytes));
    } catch {
      // The disk is full.
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  freeMib(): number {
    return Math.round((this.freeBytes() / MIB) * 10) / 10;
  }

  /** Reports an error to the kernel, which makes the file system read-only though files are open for writing. */
  makeReadOnly(): void {
    const device = basename(run('findmnt', '-no', 'SOURCE', this.folder));
    const file = openSync(join('/sys/fs/ext4', device, 'trigger_fs_error'), 'w');
    writeSync(file, '1');
    closeSync(file);
  }

  /** As after a reboot with a check of the file system. */
  makeWritable(): void {
    const image = readFileSync(
      `/sys/block/${basename(run('findmnt', '-no', 'SOURCE', this.folder))}/loop/backing_file`,
      'utf8',
    ).trim();
    run('umount', this.folder);
    spawnCheck(image);
    run('mount', '-o', 'loop,errors=remount-ro', image, this.folder);
  }
}

/** The program exits with 1 if it has repaired something. */
function spawnCheck(image: string): void {
  try {
    run('/usr/sbin/e2fsck', '-f', '-y', image);
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error;
  }
}
