import type { Leases } from '../../../src/ports/leases.ts';
import type { ControlTables } from './tables.ts';

const FIRST_TOKEN = 1_000_000;

export const memoryLeases = ({ leases }: Pick<ControlTables, 'leases'>): Leases => ({
  async take(name, holder, nowMs, untilMs) {
    const held = leases.get(name);
    const isRunning = held !== undefined && held.untilMs > nowMs;
    if (isRunning && held.holder !== holder) return undefined;
    const token = held ? held.token + (isRunning ? 0 : 1) : FIRST_TOKEN;
    leases.set(name, { holder, token, untilMs });
    return token;
  },
});
