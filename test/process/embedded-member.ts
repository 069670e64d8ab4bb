import { createInterface } from 'node:readline';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../../src/store/embedded/join-embedded-postgres.ts';

/**
 * A process that joins and leaves the embedded PostgreSQL of a data folder on commands from its standard input. It never
 * calls process.exit: when its input ends, only the membership could keep it alive.
 */
const [dataDir = '', patience] = process.argv.slice(2);
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);

let held: EmbeddedPostgres | undefined;

async function obey(command: string): Promise<object> {
  try {
    if (command === 'join') {
      const log = (line: string) => tell({ event: 'said', line });
      held = await joinEmbeddedPostgres({
        dataDir,
        log,
        ...(patience !== undefined && { answerPatienceMs: Number(patience) }),
      });
      return { event: 'joined', url: held.url, started: held.started };
    }
    await held?.leave();
    return { event: 'left' };
  } catch (error) {
    return { event: 'failed', message: error instanceof Error ? error.message : `not an error: ${String(error)}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) tell(await obey(line));
