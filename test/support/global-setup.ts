import type { TestProject } from 'vitest/node';
import { joinEmbeddedPostgres } from '../../src/store/embedded/join-embedded-postgres.ts';
import { makeDataFolder, removeDataFolder } from './data-folder.ts';
import { startExternalPostgres } from './external-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded PostgreSQL that the tests share; each file makes databases of its own in it. */
    embeddedUrl: string;
    /** The machine's own PostgreSQL; empty where none is installed. */
    externalUrl: string;
  }
}

/** Two real servers for all files: the embedded one and, where it is installed, the machine's own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeDataFolder();
  const embedded = await joinEmbeddedPostgres({ dataDir, say: () => undefined });
  const external = await startExternalPostgres();
  project.provide('embeddedUrl', embedded.url);
  project.provide('externalUrl', external?.url ?? '');
  return async () => {
    await embedded.leave();
    await external?.stop();
    await removeDataFolder(dataDir);
  };
}
