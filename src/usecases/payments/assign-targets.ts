import type { ChainAdapter, Wallet } from '../../chain-ports.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { requiredConfirmations } from '../../domain/payments/finality.ts';
import type { Target } from '../../domain/payments/payment.ts';
import type { Chains, StoredWallet } from '../../payment-ports.ts';
import type { Clock, ControlPlane, MadeTarget, Store, Tenant, Vault } from '../../ports.ts';

export interface TargetPorts {
  chains: Chains;
  clock: Clock;
  vault: Vault;
  control: Pick<ControlPlane, 'listWallets' | 'takeWalletIndex'>;
}

/**
 * Gives an intent its place on every network on which it can be paid, at the first use and once: whoever asks at the same
 * time gets the same. It can be paid where the network has its asset and the merchant a wallet.
 */
export async function assignTargets(
  ports: TargetPorts,
  store: Store,
  { merchantId, livemode }: Pick<Tenant, 'merchantId' | 'livemode'>,
  intent: Intent,
): Promise<readonly Target[]> {
  const chains = [...ports.chains.values()].filter(
    ({ network, assets }) => network.livemode === livemode && assets.some(({ code }) => code === intent.asset),
  );
  const missing = chains.filter(({ network }) => !intent.targets.some((target) => target.network === network.name));
  if (missing.length === 0) return intent.targets;
  const nowMs = ports.clock.nowMs();
  const needsWallet = missing.some(({ walletKind }) => walletKind !== 'none');
  const wallets = needsWallet ? await ports.control.listWallets(merchantId, livemode) : [];
  const ways = new Map(
    missing.flatMap((chain) => {
      const wallet = wallets.find((candidate) => serves(candidate, chain, nowMs));
      return wallet || chain.walletKind === 'none' ? [[chain.network.name, { chain, wallet }] as const] : [];
    }),
  );
  if (ways.size === 0) return intent.targets;
  return store.assignTargets(intent.id, [...ways.keys()], async (network, indexMin = 0) => {
    const way = ways.get(network);
    if (!way) throw new Error(`nobody asked for a place on ${network}`);
    const { chain, wallet } = way;
    const place = await makePlace(ports, chain, wallet, indexMin);
    const { decimals = 18 } = chain.assets.find(({ code }) => code === intent.asset) ?? {};
    return { ...place, required: requiredConfirmations(chain.network, intent), decimals, assignedAtMs: nowMs };
  });
}

const serves = (wallet: StoredWallet, { network }: ChainAdapter, nowMs: number): boolean =>
  wallet.network === network.name &&
  wallet.effectiveAtMs <= nowMs &&
  (wallet.removedAtMs === undefined || wallet.removedAtMs > nowMs);

const NO_WALLET: Wallet = { kind: 'none', text: '' };

async function makePlace(
  { vault, control }: TargetPorts,
  chain: ChainAdapter,
  wallet: StoredWallet | undefined,
  indexMin: number,
): Promise<Pick<MadeTarget, 'address' | 'reference' | 'derived'>> {
  if (!wallet) return chain.placeAt(NO_WALLET, 0);
  const { kind, fingerprint } = wallet;
  const text = vault.open(wallet.sealedText);
  if (kind === 'address') return chain.placeAt({ kind, text }, 0);
  const index = await control.takeWalletIndex(wallet.id, indexMin);
  return { ...chain.placeAt({ kind, text }, index), derived: { wallet: fingerprint, index } };
}
