import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageNeed } from '../../support/install-needs.ts';

const BUILDS = join(import.meta.dirname, '../../../node_modules/.cache/florin-pgbouncer');
const BUILD_MS_MAX = 600_000;

const file = (name: string, debian: string, path: string): PackageNeed => ({
  name,
  why: 'building PgBouncer',
  debian,
  isInstalled: () => existsSync(path),
});

/** What a build needs. Debian 12 has PgBouncer 1.18, which has no prepared statements in transaction mode. */
export const BUILD_PACKAGES: readonly PackageNeed[] = [
  file('git', 'git', '/usr/bin/git'),
  file('make and a C compiler', 'build-essential', '/usr/bin/make'),
  file('autoconf', 'autoconf', '/usr/bin/autoconf'),
  file('automake', 'automake', '/usr/bin/automake'),
  file('libtool', 'libtool', '/usr/bin/libtoolize'),
  file('pkg-config', 'pkg-config', '/usr/bin/pkg-config'),
  file('libevent', 'libevent-dev', '/usr/include/event2/event.h'),
  file('OpenSSL', 'libssl-dev', '/usr/include/openssl/ssl.h'),
];

/** Builds the newest commit of a git directory of PgBouncer, once. Returns the path of the program. */
export function buildPgbouncer(gitDirectory: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', gitDirectory, ...args], { maxBuffer: 2 ** 28 });
  const folder = join(BUILDS, git('rev-parse', 'HEAD').toString().trim());
  const program = join(folder, 'pgbouncer');
  if (existsSync(program)) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xf', '-', '-C', folder], { input: git('archive', 'HEAD') });
  console.log('setup: building PgBouncer …');
  for (const [command, ...args] of [
    ['./autogen.sh'],
    ['./configure', '--without-cares'],
    ['make', 'pgbouncer'],
  ] as const)
    execFileSync(command, args, { cwd: folder, stdio: 'pipe', timeout: BUILD_MS_MAX });
  return program;
}
