import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** A copy of this checkout with one more migration of the data plane: the next version. Returns its program. */
export function copyProgram(folder: string, migration: { name: string; sql: string }): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['bin', 'src', 'web', 'migrations', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'migrations/data', `${migration.name}.sql`), migration.sql);
  return join(folder, 'bin/florin.js');
}
