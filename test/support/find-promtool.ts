import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'florin', `promtool-${process.arch}`);
const FETCHED = join(FOLDER, 'promtool');
const FETCH_MS_MAX = 120_000;

/** The checker of Prometheus rules: an installed one, or the one that was downloaded. Undefined if there is none. */
export const findPromtool = (): string | undefined =>
  ['promtool', FETCHED].find((program) => spawnSync(program, ['--version']).status === 0);

/** Takes it out of Debian's package, because installing the package would start a server. Throws on failure. */
export function fetchPromtool(): void {
  const cwd = mkdtempSync(join(tmpdir(), 'florin-promtool-'));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe', timeout: FETCH_MS_MAX });
  try {
    run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', 'prometheus');
    for (const file of readdirSync(cwd)) run('dpkg-deb', '-x', file, 'root');
    mkdirSync(FOLDER, { recursive: true });
    copyFileSync(join(cwd, 'root/usr/bin/promtool'), FETCHED);
    chmodSync(FETCHED, 0o755);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
