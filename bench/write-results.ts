import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Stores the results of every round for later comparison. Git ignores the folder. */
export async function writeResults(results: object, at: Date): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${at.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`);
  return relative(process.cwd(), file);
}
