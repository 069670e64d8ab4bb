import { makeId } from '../../src/domain/ids.ts';
import type { MemoryPorts } from './create-memory-ports.ts';

/** Numbers every event that has no number yet, like the dispatcher. */
export async function numberEvents({ stores, clock, random }: MemoryPorts): Promise<void> {
  const nowMs = clock.nowMs();
  const newId = () => makeId('dlv', nowMs, random.bytes(10));
  const events = await stores.eventDispatchOf(undefined);
  await events.dispatch({ nowMs, limit: 1_000, render: ({ id }) => JSON.stringify({ id }), newId });
}
