import { createHash } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { modeOf } from '../../domain/keys/key.ts';
import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import { isInWalletFamily } from '../../domain/wallets/wallet-family.ts';
import type { ChainAdapter, Chains, GivenWallet, Wallet } from '../../ports/chain.ts';
import { chainsForWallet } from './chains-for-wallet.ts';

export interface EnteredWallet extends GivenWallet {
  network: string;
  /** The member of the request that has the text; undefined on the command line. */
  member?: 'address' | 'xpub';
}

export interface IdentifiedWallet {
  /** The watched networks that it serves. They all read it in the same way. */
  chains: readonly [ChainAdapter, ...ChainAdapter[]];
  kind: 'address' | 'extended_key';
  /** The canonical form. */
  text: string;
  fingerprint: string;
}

/**
 * Identifies a wallet by its canonical form, without revealing it. A wallet that serves a family has the same network in
 * both modes, so it also says the mode: a merchant may use one address in both.
 */
export const fingerprintWallet = (kind: IdentifiedWallet['kind'], text: string, network?: Network): string =>
  createHash('sha256')
    .update(network && isInWalletFamily(network) ? `${kind} ${text} ${modeOf(network.livemode)}` : `${kind} ${text}`)
    .digest('hex');

/** Parses what somebody typed as a wallet of one network or of a family. */
export function identifyWallet(
  chains: Chains,
  { network, livemode, member = 'address', ...given }: EnteredWallet & { livemode: boolean },
): IdentifiedWallet {
  const served = chainsForWallet(chains, network, livemode);
  const [chain, ...others] = served;
  const { kind, text } = parseWallet(chain, given, member);
  // What is an ordinary address on one network may be the contract of a token on another.
  for (const other of others) parseWallet(other, given, member);
  if (kind === 'none') throw new Problem('validation_failed', `${chain.network.title} does not need a wallet.`);
  return { chains: served, kind, text, fingerprint: fingerprintWallet(kind, text, chain.network) };
}

function parseWallet(chain: ChainAdapter, given: GivenWallet, member: string): Wallet {
  try {
    return chain.readWallet(given);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new Problem('validation_failed', 'The wallet cannot be used.', {
      errors: [{ pointer: `#/${member}`, code: error.code ?? 'invalid_wallet', detail: error.message }],
    });
  }
}
