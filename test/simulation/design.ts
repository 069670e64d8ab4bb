import type { FinalityRequirement } from '../../src/domain/payments/finality-requirement.ts';
import { dollarsOf, type Order } from './order.ts';

/** Less is not listed, and not asked for, in units of 10⁻¹⁸. Like everything here, it is repeated from the documents. */
export const DUST: Record<string, bigint> = {
  BTC: 546n * 10n ** 10n,
  ETH: 10n ** 13n,
  SOL: 10n ** 14n,
  USDC: 10n ** 16n,
  USDT: 10n ** 16n,
};

/** What it usually costs to pay in the coin of a network, where that is more than dust, in units of 10⁻¹⁸. */
export const FEES: Record<string, { coin: string; fee: bigint }> = {
  'bitcoin-regtest': { coin: 'BTC', fee: 1_000n * 10n ** 10n },
  'ethereum-sepolia': { coin: 'ETH', fee: 10n ** 14n },
};

/** How long after the expiry a block may contain a payment that was seen in time. */
export const IN_FLIGHT_MS: Record<string, number> = {
  'bitcoin-regtest': 86_400_000,
  'solana-devnet': 300_000,
  'ethereum-sepolia': 3_600_000,
  'base-sepolia': 3_600_000,
};

const BITCOIN: readonly FinalityRequirement[] = [{ blocks: 1 }, { blocks: 1 }, { blocks: 3 }, { blocks: 6 }];

const FINALITY: Record<string, readonly FinalityRequirement[]> = {
  'bitcoin-regtest': BITCOIN,
  'solana-devnet': [{ tag: 'finalized' }, { tag: 'finalized' }, { tag: 'finalized' }, { tag: 'finalized' }],
  'ethereum-sepolia': [{ blocks: 3 }, { blocks: 12 }, { blocks: 32 }, { tag: 'finalized' }],
  'base-sepolia': [{ seconds: 10 }, { seconds: 60 }, { tag: 'safe' }, { tag: 'finalized' }],
};

/** What makes a payment final, by what its order is worth. */
export function requirementOf(order: Order, network: string): FinalityRequirement {
  const dollars = dollarsOf(order);
  const tier = [100n, 1_000n, 10_000n].findIndex((bound) => order.hasTotal && dollars < bound);
  const requirement = FINALITY[network]?.at(tier);
  if (!requirement) throw new Error(`the design says nothing about ${network}`);
  return requirement;
}
