import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { isAwaiting } from '../../domain/intents/intent-status.ts';
import { isTargetVisible, type Visibility, visibilityOf } from '../../domain/intents/visibility.ts';
import type { Item } from '../../domain/items/item.ts';
import { publicKeyMode } from '../../domain/keys/key.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import { ASSETS } from '../../domain/money/asset.ts';
import { type CryptoAmount, ZERO } from '../../domain/money/money.ts';
import { type AskedAmount, amountAsked } from '../../domain/payments/amount-asked.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';
import type { Keys } from '../../ports/keys.ts';
import type { Networks } from '../../ports/networks.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { visibleNetworks } from '../networks/view-networks.ts';
import { assignTargets, type TargetPorts } from '../payments/assign-targets.ts';
import { dueOn } from '../payments/order-amount.ts';

export interface ViewPorts extends TargetPorts {
  stores: Stores;
  keys: Pick<Keys, 'findByPublicKey'>;
  networks: Pick<Networks, 'list'>;
  settings: Pick<Settings, 'find'>;
  wallets: Pick<Wallets, 'list' | 'takeIndex'>;
}

export type UnpayableReason = 'no_wallet' | 'unknown_asset' | 'network_not_watched';

/** A network on which an intent can be paid, and the payment target there. */
export interface PaymentOption {
  chain: ChainAdapter;
  target: AssignedTarget;
  /** What remains to be paid, rounded up to the smallest unit of the network. */
  due: CryptoAmount;
  /** What wallets are asked to send. */
  asked: AskedAmount;
  /** Whether a payment made now would be seen. */
  visible: boolean;
}

/** The data of a checkout page. */
export interface CheckoutView {
  merchant: Merchant;
  settings: MerchantSettings;
  /** The intent's items that are in the catalog. */
  items: ReadonlyMap<string, Item>;
  intent: Intent;
  /** The networks on which the intent can be paid. */
  options: readonly PaymentOption[];
  unpayable: UnpayableReason | undefined;
  visibility: Visibility;
  /** Whether no payer has opened the checkout yet, so that payment targets are not assigned. */
  pending: boolean;
}

/** A payer's view assigns payment targets to an open intent; a server that fetches the HTML does not. */
export type Viewer = 'payer' | 'server';

/**
 * Shows an intent to anyone who knows its ID: the ID cannot be guessed, so a payer needs no key. A payer's first view of
 * an open intent assigns its payment targets.
 */
export async function viewCheckout(
  ports: ViewPorts,
  publicKey: string,
  id: IntentId | undefined,
  viewer: Viewer = 'payer',
): Promise<CheckoutView> {
  const { merchant, tenant } = await findTenant(ports, publicKey);
  const store = await ports.stores.of(tenant);
  const [found, settings, networks] = await Promise.all([
    id && store.intents.findWithItems(id),
    ports.settings.find(merchant.id),
    visibleNetworks(ports),
  ]);
  if (!found) throw unknownLink();
  const assigns = isAwaiting(found.intent) && viewer === 'payer';
  const targets = assigns ? await assignTargets(ports, store, tenant, found.intent) : found.intent.targets;
  const intent = targets === found.intent.targets ? found.intent : { ...found.intent, targets };
  const items = new Map(found.items.map((item) => [item.itemId, item]));
  const nowMs = ports.clock.nowMs();
  const options = intent.targets.flatMap((target) => {
    const chain = ports.chains.get(target.network);
    if (!chain) return [];
    const due = dueOn(chain, intent);
    const option = { chain, target, due, asked: amountAsked(target, due) };
    return isMatchable(option, intent) ? [{ ...option, visible: isTargetVisible(target, networks, nowMs) }] : [];
  });
  const known = isKnown(ports.chains, intent.asset);
  const pending = viewer === 'server' && isAwaiting(intent) && intent.targets.length === 0 && known;
  const unpayable = pending || options.length > 0 ? undefined : reasonOf(intent, known);
  const visibility = visibilityOf(intent, networks, nowMs);
  return { merchant, settings, items, intent, options, unpayable, visibility, pending };
}

export async function findTenant(
  ports: { keys: Pick<Keys, 'findByPublicKey'> },
  publicKey: string,
): Promise<{ merchant: Merchant; tenant: Tenant }> {
  const known = publicKeyMode(publicKey) !== undefined;
  const found = known ? await ports.keys.findByPublicKey(publicKey) : undefined;
  if (!found) throw unknownLink();
  const { merchant, key } = found;
  const { id: merchantId, dataStoreId } = merchant;
  return { merchant, tenant: { merchantId, dataStoreId, livemode: key.livemode } };
}

/** Whether a payment to the target would be matched: an address must never be shown where nothing would name the payment. */
function isMatchable({ chain, target, due, asked }: Omit<PaymentOption, 'visible'>, { asset }: Intent): boolean {
  if (due === ZERO || asked.matchedBy === target.matchedBy) return true;
  return target.reference !== undefined && chain.takesReference?.(asset) === true;
}

/** Known by name, or added to a network by the operator. */
const isKnown = (chains: Chains, asset: string): boolean =>
  ASSETS.has(asset) || [...chains.values()].some(({ assets }) => assets.some(({ code }) => code === asset));

function reasonOf(intent: Intent, known: boolean): UnpayableReason {
  if (!known) return 'unknown_asset';
  return intent.targets.length > 0 ? 'network_not_watched' : 'no_wallet';
}

export const unknownLink = () => new Problem('not_found', 'Payment not found. Check that the link is complete.');
