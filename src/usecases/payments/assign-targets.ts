import type { Intent } from '../../domain/intents/intent.ts';
import { finalityRequirement } from '../../domain/payments/finality.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { ChainAdapter, Chains, Wallet } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewTarget } from '../../ports/intents.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';

export interface TargetPorts {
  chains: Chains;
  clock: Clock;
  vault: Vault;
  wallets: Pick<Wallets, 'list' | 'takeIndex'>;
}

/**
 * Gives an intent a payment target on each network on which it can be paid: where the network has the asset and the
 * merchant has a wallet. This happens once, at first use; concurrent calls get the same targets.
 */
export async function assignTargets(
  ports: TargetPorts,
  store: Store,
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
  intent: Intent,
): Promise<readonly AssignedTarget[]> {
  const chains = [...ports.chains.values()].filter(
    ({ network, assets }) => network.livemode === livemode && assets.some(({ code }) => code === intent.asset),
  );
  const missing = chains.filter(({ network }) => !intent.targets.some((target) => target.network === network.name));
  if (missing.length === 0) return intent.targets;
  const nowMs = ports.clock.nowMs();
  const needsWallet = missing.some(({ walletKind }) => walletKind !== 'none');
  const wallets = needsWallet ? await ports.wallets.list(merchantId, livemode) : [];
  const sources = new Map(
    missing.flatMap((chain) => {
      const wallet = wallets.find((candidate) => serves(candidate, chain, nowMs));
      return wallet || chain.walletKind === 'none' ? [[chain.network.name, { chain, wallet }] as const] : [];
    }),
  );
  if (sources.size === 0) return intent.targets;
  return store.intents.assignTargets(intent.id, [...sources.keys()], async (network, indexMin = 0) => {
    const source = sources.get(network);
    if (!source) throw new Error(`no payment target was requested on ${network}`);
    const { chain, wallet } = source;
    const target = await makeTarget(ports, chain, wallet, indexMin);
    const { decimals = 18 } = chain.assets.find(({ code }) => code === intent.asset) ?? {};
    return { ...target, requirement: finalityRequirement(chain.network, intent), decimals, assignedAtMs: nowMs };
  });
}

const serves = (wallet: StoredWallet, { network }: ChainAdapter, nowMs: number): boolean =>
  wallet.network === network.name &&
  wallet.effectiveAtMs <= nowMs &&
  (wallet.removedAtMs === undefined || wallet.removedAtMs > nowMs);

const NO_WALLET: Wallet = { kind: 'none', text: '' };

async function makeTarget(
  { vault, wallets }: TargetPorts,
  chain: ChainAdapter,
  wallet: StoredWallet | undefined,
  indexMin: number,
): Promise<Pick<NewTarget, 'address' | 'reference' | 'derived'>> {
  if (!wallet) return chain.targetAt(NO_WALLET, 0);
  const { kind, fingerprint } = wallet;
  const text = vault.open(wallet.sealedText, ['wallets.sealed_text', wallet.id]);
  if (kind === 'address') return chain.targetAt({ kind, text }, 0);
  const index = await wallets.takeIndex(wallet.id, indexMin);
  return { ...chain.targetAt({ kind, text }, index), derived: { wallet: fingerprint, index } };
}
