import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { networkOf } from '../../domain/networks/network.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import { assessClaim, type Claim, type ClaimFacts } from '../../domain/transfers/assess-claim.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { ChainAdapter, Chains, FoundTransfer } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keys } from '../../ports/keys.ts';
import type { PaymentBook } from '../../ports/payment-book.ts';
import type { Random } from '../../ports/random.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Stores, Tenant } from '../../ports/stores.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { networkAway } from '../networks/network-away.ts';
import { unusableNetwork } from '../networks/unusable-network.ts';
import { matchTransfers } from '../payments/match-transfers.ts';
import { type ClaimProof, checkProof, isSigned, type ProofRequest, requestProof } from './prove-claim.ts';
import { recordClaims } from './record-claims.ts';
import { findTenant, unknownLink } from './view-checkout.ts';

interface ClaimPorts {
  clock: Clock;
  random: Random;
  chains: Chains;
  stores: Pick<Stores, 'of' | 'databaseOf'>;
  keys: Pick<Keys, 'findByPublicKey'>;
  settings: Pick<Settings, 'find'>;
  wallets: Pick<Wallets, 'listHolders'>;
}

export interface ClaimInput {
  publicKey: string;
  id: IntentId | undefined;
  /** If undefined, every network of the intent is asked. */
  network: string | undefined;
  tx: string;
  /** The origin of this server, which a proof names. */
  origin: string;
  proof: ClaimProof | undefined;
}

/** The possible results, best first: one transaction can hold several transfers, and the best result is returned. */
export const CLAIM_RESULTS = [
  'already_counted',
  'will_be_counted',
  'under_review',
  'limit_reached',
  'failed',
  'not_found',
] as const satisfies readonly (Claim['result'] | 'limit_reached')[];

export interface ClaimAnswer {
  result: (typeof CLAIM_RESULTS)[number];
  /** What proves the claim; undefined where nothing can or need be proven. */
  proof: ProofRequest | undefined;
}

const NOTHING_FOUND: ClaimAnswer = { result: 'not_found', proof: undefined };

/**
 * Looks up a transaction that a payer claims to have sent. Nothing is credited here: a scan counts what names the intent,
 * a transfer that may be the payer's goes to the merchant for review, and nothing is said about any other transfer. A
 * claim is recorded apart from the transfer, so it changes nothing for another payer; a proof only marks it.
 */
export async function claimPayment(ports: ClaimPorts, input: ClaimInput): Promise<ClaimAnswer> {
  const { tenant } = await findTenant(ports, input.publicKey);
  const store = await ports.stores.of(tenant);
  const intent = input.id && (await store.intents.find(input.id));
  if (!intent) throw unknownLink();
  let fault: Problem | undefined;
  for (const { chain, target } of targetsOf(ports.chains, intent, input.network)) {
    if (!chain) {
      fault = networkAway(networkOf(target.network));
      continue;
    }
    try {
      const found = await chain.lookUp(input.tx.trim(), target.address);
      const own = found.filter(({ address }) => address === target.address);
      if (own.length > 0) return await assess(ports, tenant, { intent, chain, target, found: own, input });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      fault = networkAway(chain.network, error);
    }
  }
  if (fault) throw fault;
  return NOTHING_FOUND;
}

/** A network that this process does not watch has no chain: a transaction on it cannot be looked up. */
function targetsOf(
  chains: Chains,
  intent: Intent,
  named: string | undefined,
): { chain: ChainAdapter | undefined; target: AssignedTarget }[] {
  const targets = intent.targets
    .filter(({ network }) => named === undefined || named === network)
    .map((target) => ({ chain: chains.get(target.network), target }));
  if (named === undefined || targets.length > 0) return targets;
  const names = intent.targets.map(({ network }) => network).join(', ');
  const next = names === '' ? 'Open its checkout first.' : `Use one of these: ${names}.`;
  throw unusableNetwork(`This payment intent has no address on this network. ${next}`);
}

interface Found {
  intent: Intent;
  chain: ChainAdapter;
  target: AssignedTarget;
  /** The transfers to the address of the target. */
  found: readonly FoundTransfer[];
  input: ClaimInput;
}

async function assess(ports: ClaimPorts, tenant: Tenant, claimed: Found): Promise<ClaimAnswer> {
  const { intent, chain, target, found, input } = claimed;
  const network = chain.network.name;
  const database = await ports.stores.databaseOf(tenant);
  const settings = await ports.settings.find(tenant.merchantId);
  const requestFor = (transfers: readonly FoundTransfer[]) =>
    requestProof(chain, transfers, { origin: input.origin, intentId: intent.id });
  const signed = input.proof !== undefined && (await isSigned(chain, requestFor(found), input.proof));
  let answer = NOTHING_FOUND;
  await database.transact(async (book) => {
    const nowMs = ports.clock.nowMs();
    const facts = await readFacts(ports, book, tenant, { network, found });
    const claims = found.map((transfer) =>
      assessClaim(transfer, { ...facts, intent, target, assets: chain.assets, nowMs }),
    );
    const reviewed = claims.flatMap(({ unmatchedAs: reason, transfer, isNamed }) =>
      reason === undefined ? [] : [{ transfer, reason, isNamed }],
    );
    const request = requestFor(reviewed.map(({ transfer }) => transfer));
    const proof = reviewed.length === 0 ? undefined : input.proof;
    if (proof) checkProof(request, proof, { signed });
    const states = await recordClaims(ports, book, { tenant, intent, network, reviewed, proof, settings, nowMs });
    const results = new Set(
      claims.map(({ transfer, result }) => (states.get(transfer) === 'not_recorded' ? 'limit_reached' : result)),
    );
    const result = CLAIM_RESULTS.find((one) => results.has(one)) ?? 'not_found';
    const proven = [...states.values()].includes('proven');
    answer = { result, proof: request && { ...request, proven } };
  });
  return answer;
}

async function readFacts(
  { wallets }: ClaimPorts,
  book: PaymentBook,
  { merchantId, livemode }: Tenant,
  { network, found }: { network: string; found: readonly Transfer[] },
): Promise<Pick<ClaimFacts, 'named' | 'counted' | 'isOurs'>> {
  const { namedBy, ownerOf } = await matchTransfers(book, network, found, wallets);
  const payments = await book.matchPayments(network, [...new Set(found.map(({ tx }) => tx))]);
  return {
    named: (transfer) => new Set(namedBy(transfer).map(({ id }) => id)),
    counted: ({ tx, index }) =>
      new Set(payments.filter((one) => one.tx === tx && one.index === index).map((one) => one.intent.id)),
    isOurs(transfer) {
      const owner = ownerOf(transfer);
      return owner?.merchantId === merchantId && owner.livemode === livemode;
    },
  };
}
