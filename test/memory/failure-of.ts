import { expect } from 'vitest';
import type { MemoryPorts } from './create-memory-ports.ts';

/** Runs work that must throw, checks that nothing was written except one audit entry if it is named, and returns the error. */
export async function failureOf(
  ports: MemoryPorts,
  work: () => Promise<unknown>,
  { audited }: { audited?: string } = {},
): Promise<unknown> {
  const before = ports.snapshot();
  const [outcome] = await Promise.allSettled([work()]);
  expect(outcome.status).toBe('rejected');
  if (audited !== undefined) expect(ports.audit.removeLast()?.action).toBe(audited);
  expect(ports.snapshot()).toEqual(before);
  return outcome.status === 'rejected' ? (outcome.reason as unknown) : undefined;
}
