import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Keeps the figures of a run, each round of them, for later comparison. Git does not take them. */
export async function writeResults(results: object, at: Date): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${at.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`);
  return relative(process.cwd(), file);
}
