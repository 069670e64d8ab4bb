import { amountsOf } from '../intents/amounts.ts';
import type { Intent } from '../intents/intent.ts';
import { type CryptoAmount, cryptoAmount, max, multiplyRoundingDown, ZERO } from '../money/money.ts';

/** What happens to a transfer on the simulated chain after it is sent. */
export const SIMULATION_SCRIPTS = ['mined', 'replaced', 'reorged', 'deeply_reorged'] as const;
export type SimulationScript = (typeof SIMULATION_SCRIPTS)[number];

/** What can be simulated: a payment, or that the time to pay ends without one. */
export const SIMULATION_KINDS = [
  'full',
  'partial',
  'over',
  'late',
  'wrong_asset',
  'replace',
  'reorg',
  'deep_reorg',
  'expire',
] as const;
export type SimulationKind = (typeof SIMULATION_KINDS)[number];
type PaymentKind = Exclude<SimulationKind, 'expire'>;

interface Simulation {
  /** Of the remaining amount. */
  percentSent: bigint;
  script: SimulationScript;
}

const SIMULATIONS: Record<PaymentKind, Simulation> = {
  full: { percentSent: 100n, script: 'mined' },
  partial: { percentSent: 40n, script: 'mined' },
  over: { percentSent: 110n, script: 'mined' },
  late: { percentSent: 100n, script: 'mined' },
  wrong_asset: { percentSent: 100n, script: 'mined' },
  replace: { percentSent: 100n, script: 'replaced' },
  reorg: { percentSent: 100n, script: 'reorged' },
  deep_reorg: { percentSent: 100n, script: 'deeply_reorged' },
};

/** The transfer of a simulated payment: at least the smallest amount, and what happens to it on the chain. */
export function simulatedTransfer(
  kind: PaymentKind,
  intent: Intent,
): { asset: string; amount: CryptoAmount; script: SimulationScript } {
  const { percentSent, script } = SIMULATIONS[kind];
  const { remaining } = amountsOf(intent);
  const open = remaining > ZERO ? remaining : intent.cryptoAmount;
  const sent = multiplyRoundingDown(open, percentSent, 100n);
  return {
    asset: kind === 'wrong_asset' ? otherAsset(intent.asset) : intent.asset,
    amount: max(sent, cryptoAmount(1n)),
    script,
  };
}

const otherAsset = (asset: string) => (asset === 'USDC' ? 'USDT' : 'USDC');
