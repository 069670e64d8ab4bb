import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hasCode } from './has-code.ts';

/**
 * Creates the symbolic links that an npm package cannot contain. The package's install script normally does this; this
 * is for installations with --ignore-scripts.
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
    const path = join(root, target);
    try {
      await lstat(path);
    } catch {
      try {
        await symlink(relative(dirname(path), join(root, source)), path);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) continue;
        throw new Error(
          `The PostgreSQL libraries in ${dirname(path)} need symbolic links, and this account cannot create ` +
            `them. Run "npm rebuild ${packageName}" as the owner of that folder.`,
          { cause: error },
        );
      }
    }
  }
}
