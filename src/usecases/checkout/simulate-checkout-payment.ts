import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import { isAwaiting } from '../../domain/intents/intent-status.ts';
import type { SimulationKind } from '../../domain/payments/simulation.ts';
import type { Keys } from '../../ports/keys.ts';
import type { SimulatedLedger } from '../../ports/simulated-ledger.ts';
import type { Stores } from '../../ports/stores.ts';
import type { TargetPorts } from '../payments/assign-targets.ts';
import { simulatePayment } from '../payments/simulate-payment.ts';
import { findTenant, unknownLink } from './view-checkout.ts';

/** What a visitor of a checkout can simulate: what a payer could do. The rest needs a private key. */
export const PAYER_SIMULATIONS = ['full', 'partial', 'over'] as const satisfies SimulationKind[];

interface Ports extends TargetPorts {
  stores: Stores;
  keys: Pick<Keys, 'findByPublicKey'>;
  simulatedLedger: SimulatedLedger;
}

/**
 * Pays an open test intent on the simulated network for anyone who knows its ID, as the checkout shows it to them. A live
 * intent is refused like any simulated payment of one.
 */
export async function simulateCheckoutPayment(
  ports: Ports,
  asked: { publicKey: string; id: IntentId | undefined; kind: (typeof PAYER_SIMULATIONS)[number] },
): Promise<void> {
  const { tenant } = await findTenant(ports, asked.publicKey);
  const store = await ports.stores.of(tenant);
  const intent = asked.id && (await store.intents.find(asked.id));
  if (!intent) throw unknownLink();
  if (!isAwaiting(intent)) throw new Problem('invalid_state', 'This payment intent does not await money.');
  await simulatePayment(ports, store, tenant, intent.id, asked.kind);
}
