import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ownershipMessage } from '../../domain/wallets/ownership-message.ts';
import type { Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tenant } from '../../ports/stores.ts';
import { claimedWallet } from './find-takeover.ts';
import { identifyWallet } from './identify-wallet.ts';

export interface Challenge {
  /** The text to sign. */
  message: string;
  issuedAtMs: number;
  expiresAtMs: number;
}

/** The text that proves, once it is signed, that a merchant owns a wallet. Nothing is stored: the text says it all. */
export function challengeWallet(
  ports: { chains: Chains; clock: Clock },
  input: { tenant: Pick<Tenant, 'merchantId' | 'livemode'>; network: string; address: string; origin: string },
): Challenge {
  const { tenant, network, origin } = input;
  const wallet = identifyWallet(ports.chains, { network, livemode: tenant.livemode, text: input.address });
  const [chain] = wallet.chains;
  if (!chain.verifySignedText) {
    const detail = `${chain.network.title} wallets cannot prove it with a signature. Ask the operator of this server.`;
    throw new Problem('validation_failed', detail, {
      errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
    });
  }
  const issuedAtMs = ports.clock.nowMs();
  const claim = { origin, merchantId: tenant.merchantId, ...claimedWallet(wallet), issuedAtMs };
  return { message: ownershipMessage(claim), issuedAtMs, expiresAtMs: issuedAtMs + LIMITS.walletProofMs };
}
