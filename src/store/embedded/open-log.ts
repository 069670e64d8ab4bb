import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Cluster } from './open-cluster.ts';

const longestLog = 10 * 1024 * 1024;

/**
 * Opens the log for the postmaster to append to. The folder belongs to the PostgreSQL account, which must not be able to
 * redirect root's writes by replacing the log with a link.
 */
export async function openLog(cluster: Cluster): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT } = constants;
  const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
  const log = await open(cluster.logFile, O_RDWR | O_APPEND | O_CREAT | noFollow, 0o600);
  try {
    const { size, nlink } = await log.stat();
    if (nlink !== 1) throw new Error(`The log ${cluster.logFile} is a link. Remove it, then start again.`);
    if (size > longestLog) await log.truncate(0);
    if (cluster.user) await log.chown(cluster.user.uid >>> 0, cluster.user.gid >>> 0);
    return log;
  } catch (error) {
    await log.close();
    throw error;
  }
}
