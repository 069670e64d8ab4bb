import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hasCode } from './has-code.ts';

/**
 * Makes the symbolic links that an npm package cannot carry. The package's own install script normally made them
 * already; this is for installations with --ignore-scripts.
 */
export async function hydrateSymlinks(root: string, packageName: string): Promise<void> {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    // The packages of some platforms need no links and have no such file.
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  for (const { source, target } of links) {
    const place = join(root, target);
    try {
      await lstat(place);
    } catch {
      try {
        await symlink(relative(dirname(place), join(root, source)), place);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) continue;
        throw new Error(
          `The PostgreSQL libraries in ${dirname(place)} lack their symbolic links, and this account cannot make ` +
            `them. Run "npm rebuild ${packageName}" as the owner of that folder.`,
          { cause: error },
        );
      }
    }
  }
}
