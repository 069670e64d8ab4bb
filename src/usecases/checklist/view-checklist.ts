import type { IntentId, UserId } from '../../domain/ids.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { Milestones } from '../../ports/intents.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { StoredWallet } from '../../ports/wallets.ts';
import { isActiveKey } from '../keys/find-public-key.ts';
import { type ListedNetwork, listNetworks } from '../networks/list-networks.ts';

export type ChecklistPorts = Pick<
  Ports,
  'chains' | 'clock' | 'keys' | 'networks' | 'secondFactors' | 'stores' | 'team' | 'wallets'
>;

/** A network of live mode, and how far it is from taking payments. */
interface LiveNetwork {
  listed: ListedNetwork;
  /** Undefined if the merchant has none here. A pending wallet is not effective yet. */
  wallet: { isPending: boolean; effectiveAtMs: number } | undefined;
}

export interface Checklist {
  test: {
    newestIntent: IntentId | undefined;
    succeededIntent: IntentId | undefined;
    hasWallet: boolean;
    hasEndpoint: boolean;
    /** Whether an endpoint has ever answered a delivery with a 2xx status. */
    hasDelivered: boolean;
    hasSecondFactor: boolean;
    hasColleague: boolean;
  };
  live: {
    networks: readonly LiveNetwork[];
    hasKey: boolean;
    newestIntent: IntentId | undefined;
    succeededIntent: IntentId | undefined;
  };
}

/**
 * How far a merchant has come, read from what is stored: nothing is ticked by hand. Every read is bounded, whatever the
 * number of payments.
 */
export async function viewChecklist(
  ports: ChecklistPorts,
  { merchantId, dataStoreId }: Omit<Tenant, 'livemode'>,
  userId: UserId,
): Promise<Checklist> {
  const nowMs = ports.clock.nowMs();
  const [test, live, testWallets, liveWallets, networks, keys, hasSecondFactor, hasColleague] = await Promise.all([
    viewTestStore(ports, { merchantId, dataStoreId, livemode: false }),
    findMilestones(ports, { merchantId, dataStoreId, livemode: true }),
    ports.wallets.list(merchantId, false),
    ports.wallets.list(merchantId, true),
    listNetworks(ports, true),
    ports.keys.list(merchantId),
    isFactorOn(ports, userId),
    isTeam(ports, merchantId, nowMs),
  ]);
  return {
    test: {
      ...namesOf(test.milestones),
      hasWallet: testWallets.some((wallet) => isKept(wallet, nowMs)),
      hasEndpoint: test.endpoints.length > 0,
      hasDelivered: test.endpoints.some(({ lastSuccessAtMs }) => lastSuccessAtMs !== undefined),
      hasSecondFactor,
      hasColleague,
    },
    live: {
      ...namesOf(live),
      networks: networks.map((listed) => ({ listed, wallet: walletOf(listed, liveWallets, nowMs) })),
      hasKey: keys.some((key) => key.livemode && isActiveKey(key, nowMs)),
    },
  };
}

const findMilestones = async ({ stores }: ChecklistPorts, tenant: Tenant): Promise<Milestones> =>
  (await stores.of(tenant)).intents.findMilestones();

async function viewTestStore({ stores }: ChecklistPorts, tenant: Tenant) {
  const store = await stores.of(tenant);
  const [milestones, endpoints] = await Promise.all([store.intents.findMilestones(), store.endpoints.list()]);
  return { milestones, endpoints };
}

async function isFactorOn({ secondFactors }: ChecklistPorts, userId: UserId): Promise<boolean> {
  const { totp, passkeys } = await secondFactors.find(userId);
  return totp?.isConfirmed === true || passkeys.length > 0;
}

/** An open invitation counts: the rest is up to the colleague. */
async function isTeam({ team }: ChecklistPorts, merchantId: Tenant['merchantId'], nowMs: number): Promise<boolean> {
  if ((await team.listMembers(merchantId)).length > 1) return true;
  return (await team.listInvitations(merchantId, nowMs)).length > 0;
}

const namesOf = ({ newest, newestSucceeded }: Milestones) => ({
  newestIntent: newest,
  succeededIntent: newestSucceeded,
});

const isKept = ({ removedAtMs }: StoredWallet, nowMs: number): boolean =>
  removedAtMs === undefined || removedAtMs > nowMs;

/** The wallet that takes payments here first. */
function walletOf({ network }: ListedNetwork, wallets: readonly StoredWallet[], nowMs: number): LiveNetwork['wallet'] {
  const [first] = wallets
    .filter((wallet) => wallet.network === walletNetworkOf(network) && isKept(wallet, nowMs))
    .toSorted((a, b) => a.effectiveAtMs - b.effectiveAtMs);
  return first && { isPending: first.effectiveAtMs > nowMs, effectiveAtMs: first.effectiveAtMs };
}
