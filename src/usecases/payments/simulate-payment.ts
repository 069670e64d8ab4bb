import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { LIMITS } from '../../domain/limits.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { type SimulationKind, simulatedTransfer } from '../../domain/payments/simulation.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SimulatedLedger } from '../../ports/simulated-ledger.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import { getIntent } from '../intents/get-intent.ts';
import { assignTargets, type TargetPorts } from './assign-targets.ts';

/**
 * Pays a test intent on the simulated chain, or ends its time to pay. A transfer is sent, not credited: a scan finds it
 * like any other, so the returned intent does not include it yet.
 */
export async function simulatePayment(
  ports: TargetPorts & { simulatedLedger: SimulatedLedger },
  store: Store,
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>,
  id: IntentId | undefined,
  kind: SimulationKind,
): Promise<Intent> {
  const found = await getIntent(store, id);
  if (found.livemode) throw new Problem('invalid_state', 'Payments can be simulated only in test mode.');
  if (kind === 'expire') return expireNow(ports.clock, store, found);
  if (found.payments.length >= LIMITS.simulatedPaymentsMax) throw tooManyPayments();
  const targets = await assignTargets(ports, store, tenant, found);
  const target = targets.find(({ network }) => network === NETWORKS.simulated.name);
  if (!target) throw new Problem('invalid_state', `This server does not support ${found.asset}.`);
  const intent = kind === 'late' ? await expireNow(ports.clock, store, found) : found;
  const isSent = await ports.simulatedLedger.send({
    address: target.address,
    sentAtMs: ports.clock.nowMs(),
    ...simulatedTransfer(kind, intent),
  });
  if (!isSent) throw tooManyPayments();
  return { ...intent, targets };
}

const tooManyPayments = () =>
  new Problem('invalid_state', `This payment intent has ${LIMITS.simulatedPaymentsMax} payments. Use another one.`);

/** Moves the expiry of an intent to now: it expires if nothing was paid, and the next payment is late. */
async function expireNow(clock: Clock, store: Store, intent: Intent): Promise<Intent> {
  const nowMs = clock.nowMs();
  const changed = await store.intents.change(intent.id, nowMs, (current) => {
    if (current.expiresAtMs <= nowMs) return undefined;
    const changes = {
      expires_at: new Date(nowMs).toISOString(),
      previous_expires_at: new Date(current.expiresAtMs).toISOString(),
    };
    return {
      intent: { ...current, expiresAtMs: nowMs, sequence: current.sequence + 1 },
      events: [{ type: 'payment_intent.expiry_changed', changes }],
    };
  });
  return changed ?? intent;
}
