import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { isAwaiting } from '../../domain/intents/intent-status.ts';
import type { Item } from '../../domain/items/item.ts';
import { publicKeyMode } from '../../domain/keys/key.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import { ASSETS } from '../../domain/money/asset.ts';
import type { PaymentTarget } from '../../domain/payments/payment-target.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';
import type { Keys } from '../../ports/keys.ts';
import type { Merchant } from '../../ports/merchants.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Store, Stores, Tenant } from '../../ports/stores.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { assignTargets, type TargetPorts } from '../payments/assign-targets.ts';

export interface ViewPorts extends TargetPorts {
  stores: Stores;
  keys: Pick<Keys, 'findByPublicKey'>;
  settings: Pick<Settings, 'find'>;
  wallets: Pick<Wallets, 'list' | 'takeIndex'>;
}

export type UnpayableReason = 'no_wallet' | 'unknown_asset' | 'network_not_watched';

/** A network on which an intent can be paid, and the target there. */
export interface PaymentOption {
  chain: ChainAdapter;
  target: PaymentTarget;
}

/** What a payer's page is made of. */
export interface CheckoutView {
  merchant: Merchant;
  settings: MerchantSettings;
  /** What the catalogue knows of the intent's items. */
  items: ReadonlyMap<string, Item>;
  intent: Intent;
  /** The networks on which the intent can be paid, with its address on each. */
  options: readonly PaymentOption[];
  unpayable: UnpayableReason | undefined;
  /** Whether it has no address yet because nobody who could pay has looked: whether there is one will be seen then. */
  pending: boolean;
}

/** A payer's view, or the wish for wallet links, gives an open intent its addresses; a server's pull of HTML does not. */
export type Viewer = 'payer' | 'server';

/**
 * Shows an intent to whoever knows its id: the id cannot be guessed, so a payer needs no key. A payer's first view of an
 * open intent gives it its addresses.
 */
export async function viewCheckout(
  ports: ViewPorts,
  publicKey: string,
  id: IntentId | undefined,
  viewer: Viewer = 'payer',
): Promise<CheckoutView> {
  const { merchant, tenant } = await findTenant(ports, publicKey);
  const store = await ports.stores.of(tenant);
  const found = id && (await store.intents.find(id));
  if (!found) throw unknownLink();
  const intent =
    isAwaiting(found) && viewer === 'payer'
      ? { ...found, targets: await assignTargets(ports, store, tenant, found) }
      : found;
  const [settings, items] = await Promise.all([ports.settings.find(merchant.id), itemsOf(store, intent)]);
  const options = intent.targets.flatMap(({ network, address, reference }) => {
    const chain = ports.chains.get(network);
    return chain ? [{ chain, target: { address, reference } }] : [];
  });
  const known = isKnown(ports.chains, intent.asset);
  const pending = viewer === 'server' && isAwaiting(intent) && intent.targets.length === 0 && known;
  const unpayable = pending || options.length > 0 ? undefined : reasonOf(intent, known);
  return { merchant, settings, items, intent, options, unpayable, pending };
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

async function itemsOf(store: Store, { request }: Intent): Promise<Map<string, Item>> {
  const found = await store.items.find([...new Set(request.items.map((item) => item.item_id))]);
  return new Map(found.map((item) => [item.itemId, item]));
}

/** By name, or because whoever runs the server has added it to a network. */
const isKnown = (chains: Chains, asset: string): boolean =>
  ASSETS.has(asset) || [...chains.values()].some(({ assets }) => assets.some(({ code }) => code === asset));

function reasonOf(intent: Intent, known: boolean): UnpayableReason {
  if (!known) return 'unknown_asset';
  return intent.targets.length > 0 ? 'network_not_watched' : 'no_wallet';
}

export const unknownLink = () => new Problem('not_found', 'There is no checkout at this link.');
