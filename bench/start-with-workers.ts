import type { Bench } from './open-bench.ts';
import { type Place, type Server, startService, startWorkers } from './start-server.ts';

/** Starts the service with its workers: in the same process, as with `npm start`, or in a second one. */
export async function startWithWorkers(
  { options, cleanUp, signal }: Bench,
  place: Place,
  env: Record<string, string> = {},
): Promise<Server> {
  if (!options.workersApart) return startService(place, { ...env, FLORIN_ROLES: 'api,worker' }, cleanUp, signal);
  const server = await startService(place, { ...env, FLORIN_ROLES: 'api' }, cleanUp, signal);
  await startWorkers(place, cleanUp, signal);
  return server;
}
