import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { ATTEMPT_LIMITS } from '../../domain/sessions/attempt-limit.ts';
import { countAttempt } from './count-attempt.ts';

const { pair } = ATTEMPT_LIMITS;
const counters = [
  { name: 'one', limit: pair },
  { name: 'two', limit: pair },
];

describe('countAttempt', () => {
  it('answers rate_limited for the eleventh attempt within a minute, to the millisecond', async () => {
    const ports = createMemoryPorts();
    for (let attempt = 0; attempt < pair.free; attempt += 1) await countAttempt(ports, counters);
    ports.clock.advance(58_500);
    expect(await failureOf(ports, () => countAttempt(ports, counters))).toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '2' },
    });
    ports.clock.advance(1_499);
    const last = await failureOf(ports, () => countAttempt(ports, counters.slice(1)));
    expect(last).toMatchObject({ headers: { 'retry-after': '1' } });
    ports.clock.advance(1);
    await expect(countAttempt(ports, counters)).resolves.toBeDefined();
  });

  it('does not count what was forgiven', async () => {
    const ports = createMemoryPorts();
    for (let attempt = 0; attempt < 2 * pair.free; attempt += 1) await (await countAttempt(ports, counters)).forgive();
    for (let attempt = 0; attempt < pair.free; attempt += 1) await countAttempt(ports, counters);
    expect(await failureOf(ports, () => countAttempt(ports, counters))).toMatchObject({ code: 'rate_limited' });
  });
});
