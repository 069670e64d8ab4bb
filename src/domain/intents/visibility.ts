import { LIMITS } from '../limits.ts';
import { networkOf } from '../networks/network.ts';
import { isInFlight } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import { isDelayed } from './derive-status.ts';
import type { Intent } from './intent.ts';
import { isAwaiting } from './intent-status.ts';

export type Visibility = 'ok' | 'delayed';

/** `delayed` while a payment for the intent may have been made without being seen. */
export function visibilityOf(intent: Intent, visibleNetworks: ReadonlySet<string>, nowMs: number): Visibility {
  const blind = expectingTargets(intent).some((target) => !isTargetVisible(target, visibleNetworks, nowMs));
  return blind || isDelayed(intent, nowMs) ? 'delayed' : 'ok';
}

/**
 * Whether new payments to a target can be seen: its network can, and the database of the intent keeps up with it. Other
 * databases may keep up while this one does not.
 */
export function isTargetVisible(
  { network, scannedUntilMs = 0, assignedAtMs }: AssignedTarget,
  visibleNetworks: ReadonlySet<string>,
  nowMs: number,
): boolean {
  if (!visibleNetworks.has(network)) return false;
  const isDrivenByHand = networkOf(network).tipAgeMsMax === undefined;
  return isDrivenByHand || nowMs - Math.max(scannedUntilMs, assignedAtMs) <= LIMITS.scanLagMsMax;
}

/** Where money may arrive or is about to become final. */
function expectingTargets(intent: Intent): readonly AssignedTarget[] {
  if (isAwaiting(intent)) return intent.targets;
  if (intent.status !== 'processing') return [];
  const moving = new Set(intent.payments.filter(isInFlight).map(({ network }) => network));
  return intent.targets.filter(({ network }) => moving.has(network));
}
