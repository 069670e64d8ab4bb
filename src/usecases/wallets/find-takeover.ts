import { Problem } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type OwnershipClaim, ownershipMessage } from '../../domain/wallets/ownership-message.ts';
import { networksOfWallet, walletFamily } from '../../domain/wallets/wallet-family.ts';
import { walletNetworkOf } from '../../domain/wallets/wallet-network-of.ts';
import type { ChainAdapter, SignedText } from '../../ports/chain.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';
import type { StoredWallet, WalletRelease, Wallets } from '../../ports/wallets.ts';
import type { NoticePorts } from '../mails/draft-notices.ts';
import { networkAway } from '../networks/network-away.ts';
import type { IdentifiedWallet } from './identify-wallet.ts';
import { tellOwners } from './tell-owners.ts';

export interface TakeoverPorts extends NoticePorts {
  stores: Pick<Stores, 'awaitsMoney'>;
  wallets: Pick<Wallets, 'findHolder'>;
}

/** A signature by the wallet, which proves whose it is. */
export interface OwnershipProof {
  /** The origin of this server. */
  origin: string;
  issuedAtMs: number;
  signature: string;
}

interface Candidate {
  merchantId: MerchantId;
  network: string;
  wallet: IdentifiedWallet;
  proof: OwnershipProof | undefined;
  actor: string;
}

/**
 * Whether a merchant can have a wallet that another one holds: with a signature by the wallet, or once the other one has
 * removed it and no payment is expected on it. The payment targets of the former holder keep working, but transfers that
 * name none are no longer theirs. Undefined if nobody else holds it; throws if it cannot.
 */
export async function findTakeover(ports: TakeoverPorts, candidate: Candidate): Promise<WalletRelease | undefined> {
  const { merchantId, network, wallet, actor } = candidate;
  const holder = await ports.wallets.findHolder(network, wallet.fingerprint);
  if (!holder || holder.merchantId === merchantId) return undefined;
  const atMs = ports.clock.nowMs();
  const isProven = await isSigned(candidate, atMs);
  if (!isProven && !(await isLeft(ports, holder, wallet, atMs))) throw taken(wallet);
  const reason = isProven ? 'signature' : 'removed';
  const removedByMs = isProven ? undefined : atMs - LIMITS.walletReleaseMs;
  const audit = releaseAudit(holder, { actor, reason, atMs });
  const mails = await tellOwners(ports, holder, { change: 'released', effectiveAtMs: atMs, actor: audit.actor });
  return { id: holder.id, removedByMs, atMs, audit: { ...audit, mails } };
}

/** What is written down for the merchant who loses a wallet. It does not say to whom. */
export const releaseAudit = (
  { id, merchantId, livemode, network }: StoredWallet,
  { actor, reason, atMs }: { actor: string; reason: 'signature' | 'removed' | 'operator'; atMs: number },
): WalletRelease['audit'] => ({
  actor: reason === 'operator' ? actor : 'takeover',
  action: 'wallet.released',
  merchantId,
  subject: id,
  details: { livemode, network, reason },
  atMs,
});

async function isSigned({ merchantId, wallet, proof }: Candidate, nowMs: number): Promise<boolean> {
  if (!proof || !canSign(wallet)) return false;
  const { origin, issuedAtMs, signature } = proof;
  if (!(issuedAtMs <= nowMs && issuedAtMs > nowMs - LIMITS.walletProofMs)) {
    throw notValid('issued_at', 'The message to sign has expired. Get a new one and sign it.');
  }
  const claimed = claimedWallet(wallet);
  const signed = {
    address: claimed.address,
    text: ownershipMessage({ origin, merchantId, ...claimed, issuedAtMs }),
    signature,
  };
  // A contract can have another owner on each network, and the wallet receives money on all of them.
  for (const chain of wallet.chains) {
    if (await verify(chain, signed)) continue;
    throw notValid(
      'signature',
      'The signature does not match. Sign exactly this message with the wallet of this address.',
    );
  }
  return true;
}

/** Only the network knows whether a wallet that is a contract accepts a signature. */
async function verify(chain: ChainAdapter, signed: SignedText): Promise<boolean> {
  try {
    return (await chain.verifySignedText?.(signed)) ?? false;
  } catch (error) {
    throw error instanceof ChainError ? networkAway(chain.network, error) : error;
  }
}

const canSign = ({ chains: [chain] }: IdentifiedWallet): boolean => chain.verifySignedText !== undefined;

/** What the message to sign says about a wallet. */
export function claimedWallet({
  chains: [chain],
  text,
}: IdentifiedWallet): Pick<OwnershipClaim, 'chainId' | 'address'> {
  const family = walletFamily(walletNetworkOf(chain.network));
  return { chainId: family?.chainId ?? chain.network.chainId, address: text };
}

/** A request may still assign a target for a moment after the wallet was removed. */
async function isLeft(ports: TakeoverPorts, holder: StoredWallet, wallet: IdentifiedWallet, nowMs: number) {
  if (holder.removedAtMs === undefined || holder.removedAtMs > nowMs - LIMITS.walletReleaseMs) return false;
  const { fingerprint, kind, text } = wallet;
  const address = kind === 'address' ? text : undefined;
  const tenant = await tenantOf(ports, holder);
  const networks = networksOfWallet(holder.network, holder.livemode).map(({ name }) => name);
  return !(await ports.stores.awaitsMoney(tenant, { networks, address, fingerprint }, nowMs));
}

async function tenantOf(
  { merchants }: Pick<TakeoverPorts, 'merchants'>,
  { merchantId, livemode }: StoredWallet,
): Promise<Tenant> {
  return { merchantId, livemode, dataStoreId: (await merchants.find(merchantId))?.dataStoreId };
}

function taken(wallet: IdentifiedWallet): Problem {
  const next =
    wallet.kind === 'address' && canSign(wallet)
      ? 'If it is yours, prove it with a signature by the wallet.'
      : 'If it is yours, ask the operator of this server to release it.';
  return new Problem('wallet_taken', `Another merchant on this server already uses this wallet. ${next}`);
}

const notValid = (field: string, detail: string) =>
  new Problem('validation_failed', detail, {
    errors: [{ pointer: `#/proof/${field}`, code: 'invalid_value', detail }],
  });
