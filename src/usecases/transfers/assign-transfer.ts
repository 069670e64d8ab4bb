import { Problem } from '../../domain/errors.ts';
import type { IntentId, TransferId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { followNetwork, type Transition } from '../../domain/intents/transition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { UnmatchedTransfer } from '../../ports/transfers.ts';

interface AssignPorts {
  clock: Clock;
  settings: Pick<Settings, 'find'>;
}

export interface AssignInput {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  id: TransferId | undefined;
  intentId: IntentId | undefined;
  actor: string;
}

/** Assigns an unmatched transfer to an intent. From then on it counts like any other payment. */
export async function assignTransfer(ports: AssignPorts, store: Store, input: AssignInput): Promise<Intent> {
  const { tenant, id, intentId, actor } = input;
  const settings = await ports.settings.find(tenant.merchantId);
  const nowMs = ports.clock.nowMs();
  const intent =
    id &&
    intentId &&
    (await store.transfers.assign(id, intentId, nowMs, (found, transfer, tip): Transition => {
      checkAssignable(transfer);
      const { network, ...moved } = transfer;
      const news = {
        network,
        rolledBackTo: undefined,
        transfers: [{ ...moved, keys: [], failed: false, spends: [] }],
        replaced: new Set<string>(),
        missing: new Set<string>(),
        ...tip,
        nowMs,
      };
      const followed = followNetwork(found, settings, news) ?? { intent: found, events: [] };
      const details = { transfer: transfer.id };
      return { ...followed, audit: { actor, action: 'transfer.assigned', subject: found.id, details } };
    }));
  if (!intent)
    throw new Problem('not_found', 'There is no such transfer or payment intent for this merchant and mode.');
  return intent;
}

function checkAssignable({ assignedTo, reason, asset, blockHeight }: UnmatchedTransfer): void {
  if (assignedTo) throw new Problem('invalid_state', `This transfer is already assigned to ${assignedTo}.`);
  if (reason === 'failed') throw new Problem('invalid_state', 'This transaction failed on chain and moved no money.');
  if (asset === undefined) throw new Problem('invalid_state', 'This token is not supported.');
  if (blockHeight === undefined) throw new Problem('invalid_state', 'This transfer is not in a block yet.');
}
