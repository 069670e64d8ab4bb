import type { Leases } from '../../../src/ports/leases.ts';
import type { ControlTables } from './tables.ts';

const FIRST_TOKEN = 1_000_000;

export const memoryLeases = ({ leases }: Pick<ControlTables, 'leases'>): Leases => ({
  async take(name, holder, nowMs, untilMs) {
    const held = leases.get(name);
    const isRunning = held !== undefined && held.untilMs > nowMs;
    const isOwn = held?.holder === holder;
    if (isRunning && !isOwn && held.untilMs <= 2 * untilMs - nowMs) return undefined;
    const token = held ? held.token + (isRunning && isOwn ? 0 : 1) : FIRST_TOKEN;
    leases.set(name, { holder, token, untilMs });
    return token;
  },

  async listHeld(names, nowMs) {
    return names.filter((name) => (leases.get(name)?.untilMs ?? 0) > nowMs);
  },
});
