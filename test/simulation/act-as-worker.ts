import { expireIntents } from '../../src/usecases/intents/expire-intents.ts';
import { watchChain } from '../../src/workers/watch-chain.ts';
import { portsFor } from './faulty-ports.ts';
import { type Actor, Crash } from './stage.ts';
import type { World } from './world.ts';

export const TASKS = ['bitcoin-regtest', 'solana-devnet', 'expiry'] as const;
export type Task = (typeof TASKS)[number];

/** One round of a worker's loop. */
export function startRound(world: World, worker: string, task: Task): Actor {
  return world.stage.start(`${worker} ${task}`, worker, async (actor) => {
    const ports = portsFor(world, actor);
    if (task === 'expiry') {
      await ports.stores.forEachDatabase((database) => expireIntents(ports, database));
      return;
    }
    const chain = ports.chains.get(task);
    if (!chain) throw new Error(`nobody reads ${task}`);
    await watchChain(ports, chain, worker);
  });
}

/** The process dies, and with it all that it was doing. */
export async function crash(world: World, worker: string): Promise<void> {
  const dying = world.stage.actors.filter((actor) => actor.worker === worker);
  for (const actor of dying) {
    const inside = world.stage.isInTransaction(actor);
    world.counters.add(inside ? 'crash inside a transaction' : 'crash outside a transaction');
    world.tell(`${actor.name} crashes at ${actor.at}`);
    actor.doom = new Crash('the process is gone');
  }
  for (const actor of dying) await world.stage.finish(actor);
}
