import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'florin',
  `bitcoin-knots-${process.arch}`,
);
const PACKAGE = 'bitcoin-knots';
const FETCH_MS_MAX = 300_000;

/**
 * Bitcoin Knots, a Bitcoin node that only Debian's newest suite has. It runs with the libraries of that suite from a
 * separate folder, so nothing is installed. Undefined if it has not been downloaded.
 */
export function findKnots(): string[] | undefined {
  const libraries = join(FOLDER, 'usr/lib');
  if (!existsSync(libraries)) return undefined;
  const folders = readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name));
  for (const folder of folders) {
    const loader = readdirSync(folder).find((name) => name.startsWith('ld-linux'));
    if (loader === undefined) continue;
    const command = [join(folder, loader), '--library-path', folder, join(FOLDER, 'usr/bin/bitcoind')];
    const [program = '', ...args] = command;
    if (spawnSync(program, [...args, '--version']).status === 0) return command;
  }
  return undefined;
}

/** Downloads it from the system's mirror, with a separate apt state. Throws on failure. */
export function fetchKnots(): void {
  const state = `${FOLDER}.fetch`;
  rmSync(state, { recursive: true, force: true });
  for (const folder of ['lists/partial', 'cache/archives/partial', 'preferences', 'packages', 'root']) {
    mkdirSync(join(state, folder), { recursive: true });
  }
  writeFileSync(join(state, 'status'), '');
  writeFileSync(join(state, 'sources.list'), `${findMirror()}\n`);
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, [...aptOptions(state), ...args], {
      cwd: join(state, 'packages'),
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: FETCH_MS_MAX,
    });
  try {
    run('apt-get', 'update');
    run('apt-get', 'download', ...withLibraries((names) => run('apt-cache', 'depends', '--important', ...names)));
    for (const file of readdirSync(join(state, 'packages'))) {
      execFileSync('dpkg-deb', ['-x', join(state, 'packages', file), join(state, 'root')], { stdio: 'pipe' });
    }
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(join(state, 'root'), FOLDER);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

const aptOptions = (state: string): string[] =>
  [
    `Dir::State=${state}`,
    `Dir::State::status=${state}/status`,
    `Dir::Cache=${state}/cache`,
    `Dir::Etc::sourcelist=${state}/sources.list`,
    'Dir::Etc::sourceparts=-',
    'Dir::Etc::preferences=-',
    `Dir::Etc::preferencesparts=${state}/preferences`,
    // The folder belongs to this user, and apt's own user could not enter it.
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'APT::Update::Post-Invoke-Success=',
  ].flatMap((option) => ['-o', option]);

/** The apt source line for the newest suite of the mirror that this system uses. */
function findMirror(): string {
  const files = ['/etc/apt/sources.list', ...listFolder('/etc/apt/sources.list.d')].filter((file) => existsSync(file));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const mirror = /^(?:URIs:|deb(?:\s+\[[^\]]*\])?)\s+(https?:\/\/\S*\/debian)\/?(?:\s|$)/m.exec(text)?.[1];
  if (mirror === undefined) throw new Error('the apt sources of this system contain no Debian mirror');
  return `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} sid main`;
}

const listFolder = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

/** The package and all libraries that it needs, without other dependencies. */
function withLibraries(dependsOf: (names: string[]) => string): string[] {
  const found = new Set<string>();
  let next = [PACKAGE];
  while (next.length > 0) {
    for (const name of next) found.add(name);
    const names = [...dependsOf(next).matchAll(/^\s+\|?(?:Pre)?Depends: (lib\S+)$/gm)].map(([, name = '']) => name);
    next = [...new Set(names)].filter((name) => !found.has(name));
  }
  return [...found];
}
