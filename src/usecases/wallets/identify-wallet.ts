import { createHash } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ChainAdapter, Chains, GivenWallet, Wallet } from '../../ports/chain.ts';
import { chainFor } from '../networks/chain-for.ts';

export interface IdentifiedWallet {
  chain: ChainAdapter;
  kind: 'address' | 'extended_key';
  /** The canonical form. */
  text: string;
  fingerprint: string;
}

/** Identifies a wallet by its canonical form, without revealing it. */
export const fingerprintWallet = (kind: IdentifiedWallet['kind'], text: string): string =>
  createHash('sha256').update(`${kind} ${text}`).digest('hex');

/** Parses what somebody typed as a wallet of one network. */
export function identifyWallet(
  chains: Chains,
  { network, livemode, ...given }: GivenWallet & { network: string; livemode: boolean },
): IdentifiedWallet {
  const chain = chainFor(chains, network, livemode);
  const { kind, text } = parseWallet(chain, given);
  if (kind === 'none') throw new Problem('validation_failed', `${chain.network.title} does not need a wallet.`);
  return { chain, kind, text, fingerprint: fingerprintWallet(kind, text) };
}

function parseWallet(chain: ChainAdapter, given: GivenWallet): Wallet {
  try {
    return chain.readWallet(given);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const pointer = chain.walletKinds[0] === 'extended_key' ? '#/xpub' : '#/address';
    throw new Problem('validation_failed', 'The wallet cannot be used.', {
      errors: [{ pointer, code: error.code ?? 'invalid_wallet', detail: error.message }],
    });
  }
}
