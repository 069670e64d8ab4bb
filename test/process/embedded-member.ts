import { createInterface } from 'node:readline';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../../src/store/embedded/join-embedded-postgres.ts';

/**
 * A process that joins and leaves the embedded PostgreSQL of a data folder on commands from its standard input. It never
 * calls process.exit: when its input ends, only the membership could keep it alive.
 */
const dataDir = process.argv[2] ?? '';
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);

let held: EmbeddedPostgres | undefined;

async function obey(command: string): Promise<object> {
  const begun = Date.now();
  try {
    if (command === 'join') {
      held = await joinEmbeddedPostgres({ dataDir, log: (line) => tell({ event: 'said', line }) });
      return { event: 'joined', url: held.url, started: held.started, ms: Date.now() - begun };
    }
    await held?.leave();
    return { event: 'left', ms: Date.now() - begun };
  } catch (error) {
    return { event: 'failed', message: error instanceof Error ? error.message : `not an error: ${String(error)}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) tell(await obey(line));
