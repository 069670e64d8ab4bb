import { expect } from 'vitest';
import type { MemoryPorts } from './create-memory-ports.ts';

/** Runs work that must throw, checks that nothing was written, and returns the error. */
export async function failureOf(ports: MemoryPorts, work: () => Promise<unknown>): Promise<unknown> {
  const before = ports.snapshot();
  const [outcome] = await Promise.allSettled([work()]);
  expect(outcome.status).toBe('rejected');
  expect(ports.snapshot()).toEqual(before);
  return outcome.status === 'rejected' ? (outcome.reason as unknown) : undefined;
}
