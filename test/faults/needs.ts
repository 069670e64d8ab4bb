import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findDebianPostgres } from '../support/external-postgres.ts';
import { hasLitecoind, type PackageNeed } from '../support/install-needs.ts';

/** What faults need beyond npm packages. */
export type Need =
  | 'root'
  | 'PostgreSQL'
  | 'Patroni'
  | 'etcd'
  | 'HAProxy'
  | 'Litecoin Core'
  | 'faketime'
  | 'prlimit'
  | 'ext4';

const LIBRARIES = '/usr/lib';

/** The library that changes the time of a process; undefined if it is not installed. */
export function findFakeTime(): string | undefined {
  const folders = readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu'));
  return folders.map((name) => join(LIBRARIES, name, 'faketime/libfaketime.so.1')).find(existsSync);
}

const isRoot = () => process.getuid?.() === 0;
const runs = (program: string) => spawnSync(program, ['--version']).status === 0;

const MET: Record<Need, () => boolean> = {
  root: isRoot,
  PostgreSQL: () => findDebianPostgres() !== undefined,
  Patroni: () => runs('patroni'),
  etcd: () => runs('etcd'),
  HAProxy: () => spawnSync('haproxy', ['-v']).status === 0,
  'Litecoin Core': hasLitecoind,
  faketime: () => findFakeTime() !== undefined,
  prlimit: () => runs('prlimit'),
  ext4: () => existsSync('/sys/fs/ext4') && existsSync('/dev/loop-control') && existsSync('/usr/sbin/mkfs.ext4'),
};

export const isMet = (need: Need): boolean => MET[need]();

const packageFor = (name: Need, why: string, debian: string): PackageNeed => ({
  name,
  why,
  debian,
  isInstalled: MET[name],
});

/** Those that are Debian packages. */
export const FAULT_PACKAGES: readonly PackageNeed[] = [
  packageFor('PostgreSQL', 'every fault with a database', 'postgresql'),
  packageFor('Patroni', 'failover with Patroni', 'patroni'),
  packageFor('etcd', 'failover with Patroni', 'etcd-server'),
  packageFor('HAProxy', 'failover with Patroni', 'haproxy'),
  packageFor('Litecoin Core', 'every fault of a node', 'litecoind'),
  packageFor('faketime', 'clocks that jump', 'faketime'),
  packageFor('prlimit', 'too few file descriptors', 'util-linux'),
  packageFor('ext4', 'a file system that becomes read-only', 'e2fsprogs'),
];
