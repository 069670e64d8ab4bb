import { expireIntents } from '../../src/usecases/intents/expire-intents.ts';
import { watchChain } from '../../src/workers/watch-chain.ts';
import { ActorPorts } from './faulty-ports.ts';
import { type Actor, Crash } from './scheduler.ts';
import type { Simulation } from './simulation.ts';

/** What workers do: scan each network, and let intents expire. */
export const tasksOf = ({ networks }: Simulation): string[] => [...networks, 'expiry'];

const noHeartbeat = () => ({ stop: async () => undefined });

/** One round of a worker's loop. */
export function startRound(simulation: Simulation, worker: string, task: string): Actor {
  return simulation.scheduler.start(`${worker} ${task}`, worker, async (actor) => {
    const ports = new ActorPorts(simulation, actor);
    if (task === 'expiry') {
      await ports.stores.forEachDatabase((database) => expireIntents(ports, database));
      return;
    }
    // Health checks and heartbeats credit nothing, so the simulation leaves them out.
    await watchChain(ports, ports.chainOf(task), { holder: worker, roundsUntilProbe: 1, beat: noHeartbeat });
  });
}

/** The process dies with everything that it was doing. */
export async function crash(simulation: Simulation, worker: string): Promise<void> {
  const dying = simulation.scheduler.actors.filter((actor) => actor.worker === worker);
  for (const actor of dying) {
    const inside = simulation.scheduler.isInTransaction(actor);
    simulation.counters.add(inside ? 'crash inside a transaction' : 'crash outside a transaction');
    simulation.log(`${actor.name} crashes at ${actor.at}`);
    actor.crashError = new Crash('the process crashed');
  }
  for (const actor of dying) await simulation.scheduler.finish(actor);
}
