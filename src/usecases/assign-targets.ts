import { ASSETS } from '../domain/asset.ts';
import type { Intent } from '../domain/intent.ts';
import type { Target } from '../domain/payment.ts';
import type { Chains } from '../payment-ports.ts';
import type { Clock, Store } from '../ports.ts';

/**
 * Gives an intent its place on every network on which it can be paid, at the first use and once: whoever asks at the same
 * time gets the same. An asset that nobody knows has no network.
 */
export async function assignTargets(
  { chains, clock }: { chains: Chains; clock: Clock },
  store: Store,
  intent: Intent,
): Promise<readonly Target[]> {
  if (!ASSETS.has(intent.asset)) return [];
  const missing = [...chains.values()].filter(
    ({ network }) =>
      network.livemode === intent.livemode && !intent.targets.some((target) => target.network === network.name),
  );
  if (missing.length === 0) return intent.targets;
  const assignedAtMs = clock.nowMs();
  const wanted = missing.map((chain) => ({
    network: chain.network.name,
    address: chain.makeTarget(),
    assignedAtMs,
    scannedUntilMs: undefined,
  }));
  return [...intent.targets, ...(await store.assignTargets(intent.id, wanted))];
}
