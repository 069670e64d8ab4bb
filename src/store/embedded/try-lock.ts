import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/**
 * Takes the lock of a data folder; undefined while another process holds it. Node has no file locks, but SQLite does. They
 * belong to the process, so the system releases them however the process ends.
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
