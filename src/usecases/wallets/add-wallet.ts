import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { walletCell } from '../../domain/secrets/sealed-cell.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Random } from '../../ports/random.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import type { NoticePorts } from '../mails/draft-notices.ts';
import { findTakeover, type OwnershipProof, type TakeoverPorts } from './find-takeover.ts';
import { type EnteredWallet, type IdentifiedWallet, identifyWallet } from './identify-wallet.ts';
import { tellOwners } from './tell-owners.ts';

export interface WalletPorts extends TakeoverPorts, NoticePorts {
  chains: Chains;
  random: Random;
  vault: Vault;
  wallets: Pick<Wallets, 'findHolder' | 'insert'>;
}

export interface WalletInput extends EnteredWallet {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  /** The first index of an extended key that may be used. */
  startIndex: number;
  /** Whether to wait before a live wallet is used, so that a stolen key can be revoked in time. */
  delayed: boolean;
  /** Takes the wallet over from another merchant. */
  proof?: OwnershipProof | undefined;
  actor: string;
  /** The IP address that the change comes from. */
  address?: string | undefined;
}

/** Parses a wallet into the form in which it is stored, without storing it. */
export function readWallet(
  ports: Pick<WalletPorts, 'chains' | 'clock' | 'random' | 'vault'>,
  input: WalletInput,
): StoredWallet {
  return toStored(ports, input, identifyWallet(ports.chains, { ...input, livemode: input.tenant.livemode }));
}

function toStored(
  ports: Pick<WalletPorts, 'clock' | 'random' | 'vault'>,
  { tenant, network, startIndex, delayed }: WalletInput,
  { kind, text, fingerprint }: IdentifiedWallet,
): StoredWallet {
  const nowMs = ports.clock.nowMs();
  const row = {
    id: makeId('wal', nowMs, ports.random.bytes(10)),
    merchantId: tenant.merchantId,
    livemode: tenant.livemode,
    network,
  };
  return {
    ...row,
    kind,
    sealedText: ports.vault.seal(text, walletCell(row)),
    fingerprint,
    nextIndex: kind === 'extended_key' ? startIndex : 0,
    createdAtMs: nowMs,
    effectiveAtMs: delayed && tenant.livemode ? nowMs + LIMITS.walletDelayMs : nowMs,
    removedAtMs: undefined,
    releasedAtMs: undefined,
  };
}

/** From now on, or after a delay, new payment targets on this network use the wallet. Earlier ones stay watched. */
export async function addWallet(ports: WalletPorts, input: WalletInput): Promise<StoredWallet> {
  const wallet = identifyWallet(ports.chains, { ...input, livemode: input.tenant.livemode });
  const stored = toStored(ports, input, wallet);
  const { merchantId, livemode, network, kind, fingerprint } = stored;
  const { proof, actor } = input;
  const release = await findTakeover(ports, { merchantId, network, wallet, proof, actor });
  const audit = {
    actor,
    action: 'wallet.changed',
    merchantId,
    subject: stored.id,
    details: { livemode, network, kind, fingerprint, address: input.address },
    atMs: stored.createdAtMs,
    mails: await tellOwners(ports, stored, { change: 'added', effectiveAtMs: stored.effectiveAtMs, actor }),
  };
  const kept = await ports.wallets.insert(stored, audit, release);
  if (!kept) throw new Problem('wallet_taken', 'Another merchant on this server already uses this wallet.');
  return kept;
}
