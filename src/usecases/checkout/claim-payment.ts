import { Problem } from '../../domain/errors.ts';
import { type IntentId, makeId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { transition } from '../../domain/intents/transition.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import { addAmbiguous } from '../../domain/transfers/add-ambiguous.ts';
import { assessClaim, type Claim, type ClaimFacts } from '../../domain/transfers/assess-claim.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { ChainAdapter, Chains } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/keys.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { Random } from '../../ports/random.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';
import { networkAway } from '../networks/network-away.ts';
import { matchTransfers } from '../payments/match-transfers.ts';
import { findTenant, unknownLink } from './view-checkout.ts';

interface ClaimPorts {
  clock: Clock;
  random: Random;
  chains: Chains;
  stores: Pick<Stores, 'of' | 'databaseOf'>;
  keys: Pick<Keys, 'findByPublicKey'>;
  settings: Pick<Settings, 'find'>;
}

export interface ClaimInput {
  publicKey: string;
  id: IntentId | undefined;
  /** If undefined, every network of the intent is asked. */
  network: string | undefined;
  tx: string;
}

/** The possible results, best first: one transaction can hold several transfers, and the best result is returned. */
export const CLAIM_RESULTS = [
  'already_counted',
  'will_be_counted',
  'under_review',
  'failed',
  'not_found',
] as const satisfies readonly Claim['result'][];

/**
 * Looks up a transaction that a payer claims to have sent. Nothing is credited here: a scan counts what names the intent,
 * a transfer that may be the payer's goes to the merchant for review, and nothing is said about any other transfer.
 */
export async function claimPayment(ports: ClaimPorts, input: ClaimInput): Promise<Claim['result']> {
  const { tenant } = await findTenant(ports, input.publicKey);
  const store = await ports.stores.of(tenant);
  const intent = input.id && (await store.intents.find(input.id));
  if (!intent) throw unknownLink();
  let fault: Problem | undefined;
  for (const { chain, target } of targetsOf(ports.chains, intent, input.network)) {
    try {
      const found = await chain.lookUp(input.tx.trim());
      const own = found.filter(({ address }) => address === target.address);
      if (own.length > 0)
        return await assess(ports, tenant, { intent, network: chain.network.name, target, found: own });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      fault = networkAway(chain, error);
    }
  }
  if (fault) throw fault;
  return 'not_found';
}

function targetsOf(
  chains: Chains,
  intent: Intent,
  named: string | undefined,
): { chain: ChainAdapter; target: AssignedTarget }[] {
  const targets = intent.targets.flatMap((target) => {
    const chain = chains.get(target.network);
    return chain && (named === undefined || named === target.network) ? [{ chain, target }] : [];
  });
  if (named === undefined || targets.length > 0) return targets;
  const detail = 'This payment intent has no address on this network.';
  throw new Problem('validation_failed', 'The network cannot be used.', {
    errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
  });
}

interface Found {
  intent: Intent;
  network: string;
  target: AssignedTarget;
  /** The transfers to the address of the target. */
  found: readonly Transfer[];
}

async function assess(ports: ClaimPorts, tenant: Tenant, { intent, network, target, found }: Found) {
  const database = await ports.stores.databaseOf(tenant);
  const settings = await ports.settings.find(tenant.merchantId);
  let claims: Claim[] = [];
  await database.transact(async (book) => {
    const nowMs = ports.clock.nowMs();
    const facts = await readFacts(book, network, found);
    claims = found.map((transfer) => assessClaim(transfer, { ...facts, intent, target, nowMs }));
    const unmatched = claims.flatMap(({ unmatchedAs, transfer }) =>
      unmatchedAs === undefined ? [] : [{ transfer, reason: unmatchedAs }],
    );
    if (unmatched.length === 0 || intent.ambiguousTransfers.length >= LIMITS.ambiguousTransfersMax) return;
    const ref = { merchantId: tenant.merchantId, livemode: tenant.livemode, id: intent.id };
    // The intent is locked before the transfers, in the same order as in a scan.
    await book.changeIntent(ref, nowMs, (current) => {
      const marked = addAmbiguous(
        current,
        network,
        unmatched.map(({ transfer }) => transfer),
      );
      if (marked === current) return undefined;
      return transition(marked, settings, nowMs) ?? { intent: marked, events: [] };
    });
    await book.recordUnmatched(
      network,
      unmatched.map(({ transfer, reason }) => ({
        id: makeId('tr', nowMs, ports.random.bytes(10)),
        merchantId: tenant.merchantId,
        livemode: tenant.livemode,
        intentId: intent.id,
        transfer,
        reason,
      })),
      nowMs,
    );
  });
  return CLAIM_RESULTS.find((result) => claims.some((claim) => claim.result === result)) ?? 'not_found';
}

async function readFacts(
  book: PaymentBook,
  network: string,
  found: readonly Transfer[],
): Promise<Pick<ClaimFacts, 'named' | 'counted'>> {
  const { namedBy } = await matchTransfers(book, network, found);
  const payments = await book.matchPayments(network, [...new Set(found.map(({ tx }) => tx))]);
  return {
    named: (transfer) => new Set(namedBy(transfer).map(({ id }) => id)),
    counted: ({ tx, index }) =>
      new Set(payments.filter((one) => one.tx === tx && one.index === index).map((one) => one.intent.id)),
  };
}
