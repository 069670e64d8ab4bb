import { amountsOf } from './amounts.ts';
import type { Intent } from './intent.ts';

/** What a payer on the simulated chain can do: pay all, pay too little, pay too much, pay after the time. */
export const SIMULATION_KINDS = ['full', 'partial', 'over', 'late'] as const;
export type SimulationKind = (typeof SIMULATION_KINDS)[number];

/** Of what is still open. */
const PERCENT_SENT: Record<SimulationKind, bigint> = { full: 100n, partial: 40n, over: 110n, late: 100n };

/** How much such a payer sends, at scale 10⁻¹⁸; at least the smallest unit. */
export function simulatedAmount(kind: SimulationKind, intent: Intent): bigint {
  const { remaining } = amountsOf(intent);
  const open = remaining > 0n ? remaining : intent.cryptoAmount;
  const sent = (open * PERCENT_SENT[kind]) / 100n;
  return sent > 0n ? sent : 1n;
}
