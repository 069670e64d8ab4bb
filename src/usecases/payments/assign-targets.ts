import type { Intent } from '../../domain/intents/intent.ts';
import { finalityRequirement } from '../../domain/payments/finality.ts';
import type { AssignedTarget, PaymentTarget } from '../../domain/payments/payment-target.ts';
import { walletCell } from '../../domain/secrets/sealed-cell.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { ChainAdapter, Chains, Wallet } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Derivation, MakeTarget, NewTarget, OrderAmount } from '../../ports/intents.ts';
import type { Random } from '../../ports/random.ts';
import type { Store, Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import { decimalsOn, needsAmount, orderAmount, payableUntilMs } from './order-amount.ts';

export interface TargetPorts {
  chains: Chains;
  clock: Clock;
  random: Random;
  vault: Vault;
  wallets: Pick<Wallets, 'list' | 'takeIndex'>;
  amountsFromMs: number;
}

/**
 * Gives an intent a payment target on each network on which it can be paid: where the network has the asset and the
 * merchant has a wallet. Where the address is shared, it also gets an exact amount for what remains to be paid, so that a
 * payment by hand is matched. This happens once, at first use; concurrent calls get the same targets and amounts.
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
  const nowMs = ports.clock.nowMs();
  const mayIssueAmounts = nowMs >= ports.amountsFromMs;
  const targetOn = ({ network }: ChainAdapter) => intent.targets.find((target) => target.network === network.name);
  const missing = chains.filter((chain) => !targetOn(chain));
  const needsWallet = missing.some(({ walletKinds }) => walletKinds.length > 0);
  const wallets = needsWallet ? await ports.wallets.list(merchantId, livemode) : [];
  const sources = new Map(
    chains.flatMap((chain) => {
      const target = targetOn(chain);
      const wallet = target ? undefined : wallets.find((candidate) => serves(candidate, chain, nowMs));
      const isWanted = target
        ? mayIssueAmounts && needsAmount(chain, intent, target)
        : wallet || chain.walletKinds.length === 0;
      return isWanted ? [[chain.network.name, { chain, wallet }] as const] : [];
    }),
  );
  if (sources.size === 0) return intent.targets;
  const sourceOn = (network: string) => {
    const source = sources.get(network);
    if (!source) throw new Error(`no payment target was requested on ${network}`);
    return source;
  };
  const make: MakeTarget = async (network, indexMin = 0, others = []) => {
    const { chain, wallet } = sourceOn(network);
    const target = await makeTarget(ports, chain, wallet, { indexMin, others });
    const requirement = finalityRequirement(chain.network, intent, chain.agreementWorth);
    const coinUntilMs = chain.network.coin === intent.asset ? payableUntilMs(chain, intent, nowMs) : undefined;
    return { ...target, requirement, decimals: decimalsOn(chain, intent), assignedAtMs: nowMs, coinUntilMs };
  };
  const order: OrderAmount = (target) =>
    mayIssueAmounts
      ? orderAmount(sourceOn(target.network).chain, intent, target, { random: ports.random, nowMs })
      : undefined;
  const isShared = [...sources.values()].some(({ wallet }) => wallet?.kind === 'address');
  const networks = [...sources.keys()];
  return store.intents.assignTargets(
    intent.id,
    networks,
    make,
    isShared || intent.targets.length > 0 ? order : undefined,
  );
}

const serves = (wallet: StoredWallet, { network }: ChainAdapter, nowMs: number): boolean =>
  wallet.network === walletNetworkOf(network) &&
  wallet.effectiveAtMs <= nowMs &&
  (wallet.removedAtMs === undefined || wallet.removedAtMs > nowMs);

const NO_WALLET: Wallet = { kind: 'none', text: '' };

async function makeTarget(
  { vault, wallets }: TargetPorts,
  chain: ChainAdapter,
  wallet: StoredWallet | undefined,
  { indexMin, others }: { indexMin: number; others: readonly Derivation[] },
): Promise<PaymentTarget & Pick<NewTarget, 'derived'>> {
  if (!wallet) return chain.targetAt(NO_WALLET, 0);
  const { kind, fingerprint } = wallet;
  const text = vault.open(wallet.sealedText, walletCell(wallet));
  if (kind === 'address') return chain.targetAt({ kind, text }, 0);
  const shared = others.find((other) => other.wallet === fingerprint && other.index >= indexMin);
  const index = shared?.index ?? (await wallets.takeIndex(wallet.id, indexMin));
  return { ...chain.targetAt({ kind, text }, index), derived: { wallet: fingerprint, index } };
}
