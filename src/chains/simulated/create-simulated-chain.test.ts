import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { createSimulatedChain } from './create-simulated-chain.ts';

describe('the earlier of two cursors of the simulated chain', () => {
  const { simulatedLedger: ledger, clock, random } = createMemoryPorts();
  const chain = createSimulatedChain({ ledger, clock, random, blockMs: 1_000 });
  const earlier = (one: string, other: string) => chain.earlierCursor(one, other);
  const epoch = { height: 0, timeMs: 0, blockMs: 200 };

  it('has the lower height and the lower number, and keeps the calendar of another block time', () => {
    const [one, other] = [
      { epoch, number: 7, height: 12 },
      { epoch, number: 9, height: 11 },
    ].map((cursor) => JSON.stringify(cursor)) as [string, string];
    for (const found of [earlier(one, other), earlier(other, one)]) {
      expect(JSON.parse(found)).toEqual({ epoch, number: 7, height: 11 });
    }
  });

  it('has the lower number if one is of the version before', () => {
    const cursor = JSON.stringify({ epoch, number: 7, height: 12 });
    expect([earlier('5', cursor), earlier(cursor, '9'), earlier('4', '3')]).toEqual(['5', '7', '3']);
  });
});
