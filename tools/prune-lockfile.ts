import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  optionalDependencies?: Record<string, string>;
}

/**
 * `npm install` leaves optional packages that its registry does not have out of the lockfile, but goes on naming them
 * in the packages that want them, and then `npm ci` refuses its own lockfile. This takes the names away: what cannot be
 * had cannot be missing.
 */
const file = join(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const pruned: string[] = [];

for (const entry of Object.values(lock.packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`]) continue;
    delete entry.optionalDependencies?.[name];
    pruned.push(name);
  }
}

writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${pruned.length} names of packages that the registry does not have are gone from the lockfile.`);
