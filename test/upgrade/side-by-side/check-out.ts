import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** A checkout of a git ref with its packages installed. */
export interface Checkout {
  commit: string;
  program: string;
  remove(): void;
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Makes a worktree of the ref in the folder and installs it as an operator does. */
export function checkOut(ref: string, folder: string): Checkout {
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`);
  const tree = join(folder, 'before');
  git('worktree', 'add', '--detach', tree, commit);
  const remove = () => void git('worktree', 'remove', '--force', tree);
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'pipe' });
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, program: join(tree, 'bin/florin.js'), remove };
}
