import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { joinEmbeddedPostgres } from '../../src/store/embedded/join-embedded-postgres.ts';
import { makeDataFolder, removeDataFolder } from './data-folder.ts';
import { startExternalPostgres } from './external-postgres.ts';
import { startPooler } from './start-pooler.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded PostgreSQL that all tests share. Each file creates its own databases. */
    embeddedUrl: string;
    /** The system's PostgreSQL; empty if none is installed, and in projects that need none. */
    externalUrl: string;
    /** The port of the process that runs commands and servers for tests. */
    hostPort: number;
  }
}

/** The projects that run a suite on any PostgreSQL. The others do without a second server, which takes seconds to create. */
const ON_ANY_POSTGRES: ReadonlySet<string> = new Set(['store', 'http', 'process']);

/** Starts what all test files share: the embedded database, the system's PostgreSQL if installed, and the host process. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataFolder();
  const embedded = await joinEmbeddedPostgres({ dataDir, log: () => undefined });
  const external = ON_ANY_POSTGRES.has(project.name) ? await startExternalPostgres() : undefined;
  project.provide('embeddedUrl', embedded.adminUrl);
  project.provide('externalUrl', external?.url ?? '');
  const pooler = await startPooler(embedded.adminUrl);
  const host = fork(join(import.meta.dirname, 'run-host.ts'), {
    env: { PATH: process.env['PATH'], ...pooler?.env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ port }] = (await once(host, 'message')) as [{ port: number }];
  project.provide('hostPort', port);
  return async () => {
    host.disconnect();
    await pooler?.stop();
    await embedded.leave();
    await external?.stop();
    await removeDataFolder(dataDir);
  };
}
