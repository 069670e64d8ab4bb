import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { LIMITS } from '../../domain/limits.ts';
import { countSignIn } from './count-sign-in.ts';

const LIMIT = LIMITS.failedSignInsPerMinute;

async function fill(ports: ReturnType<typeof createMemoryPorts>, by: { email?: string; address: string }) {
  for (let attempt = 0; attempt < LIMIT; attempt += 1) await countSignIn(ports, by);
}

describe('countSignIn', () => {
  it('answers rate_limited for the eleventh attempt of an address within a minute, to the millisecond', async () => {
    const ports = createMemoryPorts();
    await fill(ports, { address: '::1' });
    ports.clock.advance(58_500);
    expect(await failureOf(ports, () => countSignIn(ports, { address: '::1' }))).toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '2' },
    });
    ports.clock.advance(1_499);
    const last = await failureOf(ports, () => countSignIn(ports, { address: '::1' }));
    expect(last).toMatchObject({ headers: { 'retry-after': '1' } });
    ports.clock.advance(1);
    await expect(countSignIn(ports, { address: '::1' })).resolves.toBeDefined();
  });

  it('counts an email address from all client addresses together, in any case', async () => {
    const ports = createMemoryPorts();
    for (let attempt = 0; attempt < LIMIT; attempt += 1) {
      await countSignIn(ports, { email: 'ada@example.com', address: `203.0.113.${attempt}` });
    }
    const next = () => countSignIn(ports, { email: ' ADA@example.com ', address: '::1' });
    expect(await failureOf(ports, next)).toMatchObject({ code: 'rate_limited' });
    await expect(countSignIn(ports, { email: 'eve@example.com', address: '::1' })).resolves.toBeDefined();
  });

  it('does not count what was forgiven', async () => {
    const ports = createMemoryPorts();
    const by = { email: 'ada@example.com', address: '::1' };
    for (let attempt = 0; attempt < 2 * LIMIT; attempt += 1) await (await countSignIn(ports, by)).forgive();
    await fill(ports, by);
    expect(await failureOf(ports, () => countSignIn(ports, by))).toMatchObject({ code: 'rate_limited' });
  });

  it('never stores the text that was typed as an email address', async () => {
    const ports = createMemoryPorts();
    await countSignIn(ports, { email: 'my password', address: '::1' });
    expect(inspect(ports.snapshot(), { depth: null })).not.toContain('my password');
  });
});
