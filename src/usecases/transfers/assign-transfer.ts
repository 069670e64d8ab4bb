import { Problem } from '../../domain/errors.ts';
import type { IntentId, TransferId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { followNetwork, type Transition, transition } from '../../domain/intents/transition.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import type { ChainTip } from '../../domain/payments/finality-requirement.ts';
import { removeAmbiguous } from '../../domain/transfers/remove-ambiguous.ts';
import type { UnmatchedReason } from '../../domain/transfers/transfer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { UnmatchedTransfer } from '../../ports/transfers.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { findHolders } from '../wallets/find-holders.ts';

interface AssignPorts {
  clock: Clock;
  settings: Pick<Settings, 'find'>;
  wallets: Pick<Wallets, 'listHolders'>;
}

export interface AssignInput {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  id: TransferId | undefined;
  intentId: IntentId | undefined;
  actor: string;
  address?: string | undefined;
}

/**
 * Assigns an unmatched transfer to an intent. From then on it counts like any other payment, and is no reason for a
 * review anymore: not of this intent, and not of the others that claimed it.
 */
export async function assignTransfer(ports: AssignPorts, store: Store, input: AssignInput): Promise<Intent> {
  const { tenant, id, intentId, actor, address } = input;
  const known = id && (await store.transfers.find(id));
  if (known && NAMES_NOBODY.has(known.reason)) await checkOwner(ports, tenant, known);
  const settings = await ports.settings.find(tenant.merchantId);
  const nowMs = ports.clock.nowMs();
  const assign = (found: Intent, transfer: UnmatchedTransfer, tip: ChainTip): Transition => {
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
    const matched = removeAmbiguous(found, transfer);
    const followed = followNetwork(matched, settings, news) ?? { intent: matched, events: [] };
    const details = { transfer: transfer.id, address };
    return { ...followed, audit: { actor, action: 'transfer.assigned', subject: found.id, details } };
  };
  const release = (found: Intent, transfer: UnmatchedTransfer) => releaseClaim(found, transfer, settings, nowMs);
  const intent = id && intentId && (await store.transfers.assign(id, intentId, nowMs, assign, release));
  if (!intent) {
    const missing = known ? 'payment intent' : 'transfer';
    throw new Problem('not_found', `There is no ${missing} with this ID for this merchant and mode.`);
  }
  return intent;
}

/** The reasons of transfers that name no intent at all. */
const NAMES_NOBODY: ReadonlySet<UnmatchedReason> = new Set(['no_reference', 'other_amount']);

/** A transfer that names nobody belongs to the merchant that has the wallet, also if it was listed for a former one. */
async function checkOwner(
  { wallets }: AssignPorts,
  tenant: AssignInput['tenant'],
  { network, address }: UnmatchedTransfer,
): Promise<void> {
  const holder = (await findHolders(wallets, network, [address])).get(address);
  if (holder === undefined) return;
  if (holder.merchantId === tenant.merchantId && holder.livemode === tenant.livemode) return;
  throw new Problem('invalid_state', 'Another merchant has the wallet that received this transfer.');
}

function releaseClaim(
  intent: Intent,
  transfer: UnmatchedTransfer,
  settings: MerchantSettings,
  nowMs: number,
): Transition | undefined {
  const released = removeAmbiguous(intent, transfer);
  if (released === intent) return undefined;
  return transition(released, settings, nowMs) ?? { intent: released, events: [] };
}

function checkAssignable({ assignedTo, reason, asset, blockHeight }: UnmatchedTransfer): void {
  if (assignedTo) throw new Problem('invalid_state', `This transfer is already assigned to ${assignedTo}.`);
  if (reason === 'unexplained')
    throw new Problem(
      'invalid_state',
      'The wallet received this amount without a transaction that can be read, so it cannot be assigned. Check the ' +
        'wallet. If the money is for a payment intent, mark that one as paid.',
    );
  if (reason === 'failed')
    throw new Problem('invalid_state', 'This transaction failed and moved no money, so there is nothing to assign.');
  if (asset === undefined)
    throw new Problem(
      'invalid_state',
      'This server does not know the token, so its transfer cannot be assigned. If you accept it as a payment, mark the ' +
        'payment intent as paid.',
    );
  if (blockHeight === undefined)
    throw new Problem('invalid_state', 'This transfer is not in a block yet. Try again when it is.');
}
