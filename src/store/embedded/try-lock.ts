import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/**
 * Takes the lock of a data folder, or returns undefined while another process has it. Node offers no file locks
 * of its own, but SQLite does: they belong to the process, so the system releases them however it ends, and no
 * lock file can be left behind as held.
 */
export function tryLock(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw new Error(`The lock file ${file} cannot be used. Make its folder writable for this account.`, {
      cause: error,
    });
  }
}
