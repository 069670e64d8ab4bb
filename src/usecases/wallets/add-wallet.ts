import { createHash } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ChainAdapter, Chains, GivenWallet, Wallet } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Vault } from '../../ports/vault.ts';
import type { StoredWallet, Wallets } from '../../ports/wallets.ts';
import { chainFor } from '../networks/chain-for.ts';

export interface WalletPorts {
  chains: Chains;
  clock: Clock;
  random: Random;
  vault: Vault;
  wallets: Pick<Wallets, 'insert'>;
}

export interface WalletInput extends GivenWallet {
  tenant: Pick<Tenant, 'merchantId' | 'livemode'>;
  network: string;
  /** The first index of an extended key that may be used. */
  startIndex: number;
  /** Whether to wait before a live wallet is used, so that a stolen key can be revoked in time. */
  delayed: boolean;
  actor: string;
}

/** Parses a wallet into the form in which it is stored, without storing it. */
export function readWallet(ports: WalletPorts, input: WalletInput): { stored: StoredWallet; chain: ChainAdapter } {
  const { tenant, network, startIndex } = input;
  const chain = chainFor(ports.chains, network, tenant.livemode);
  const wallet = parseWallet(chain, input);
  if (wallet.kind === 'none') throw new Problem('validation_failed', `${chain.network.title} does not need a wallet.`);
  const nowMs = ports.clock.nowMs();
  const effectiveAtMs = input.delayed && tenant.livemode ? nowMs + LIMITS.walletDelayMs : nowMs;
  const id = makeId('wal', nowMs, ports.random.bytes(10));
  const stored: StoredWallet = {
    id,
    merchantId: tenant.merchantId,
    livemode: tenant.livemode,
    network,
    kind: wallet.kind,
    sealedText: ports.vault.seal(wallet.text, ['wallets.sealed_text', id]),
    fingerprint: createHash('sha256').update(`${wallet.kind} ${wallet.text}`).digest('hex'),
    nextIndex: wallet.kind === 'extended_key' ? startIndex : 0,
    createdAtMs: nowMs,
    effectiveAtMs,
    removedAtMs: undefined,
  };
  return { stored, chain };
}

/** From now on, or after a delay, new payment targets on this network use the wallet. Earlier ones stay watched. */
export async function addWallet(ports: WalletPorts, input: WalletInput): Promise<StoredWallet> {
  const { stored } = readWallet(ports, input);
  const { merchantId, livemode, network, kind, fingerprint } = stored;
  const kept = await ports.wallets.insert(stored, {
    actor: input.actor,
    action: 'wallet.changed',
    merchantId,
    subject: stored.id,
    details: { livemode, network, kind, fingerprint },
    atMs: stored.createdAtMs,
  });
  if (!kept) throw new Problem('wallet_taken', 'Another merchant on this server already uses this wallet.');
  return kept;
}

function parseWallet(chain: ChainAdapter, given: GivenWallet): Wallet {
  try {
    return chain.readWallet(given);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const pointer = chain.walletKind === 'extended_key' ? '#/xpub' : '#/address';
    throw new Problem('validation_failed', 'The wallet cannot be used.', {
      errors: [{ pointer, code: error.code ?? 'invalid_wallet', detail: error.message }],
    });
  }
}
