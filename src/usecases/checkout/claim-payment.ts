import { Problem } from '../../domain/errors.ts';
import { type IntentId, makeId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { transition } from '../../domain/intents/transition.ts';
import type { MerchantSettings } from '../../domain/merchants/settings.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { type Network, networkOf } from '../../domain/networks/network.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import { addAmbiguous } from '../../domain/transfers/add-ambiguous.ts';
import { assessClaim, type Claim, type ClaimFacts } from '../../domain/transfers/assess-claim.ts';
import { claimMessage } from '../../domain/transfers/claim-message.ts';
import type { Transfer, UnmatchedReason } from '../../domain/transfers/transfer.ts';
import type { ChainAdapter, Chains, FoundTransfer } from '../../ports/chain.ts';
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
  /** The origin of this server, which a proof names. */
  origin: string;
  /** The signature of the owner of the account that sent the money. */
  proof: { address: string; signature: string } | undefined;
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

export interface ProofRequest {
  /** The text to sign. */
  message: string;
  /** The accounts that the money came from. The owner of any of them can sign. */
  accounts: readonly string[];
  network: Network;
  proven: boolean;
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
      const found = await chain.lookUp(input.tx.trim());
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
  const detail = 'This payment intent has no address on this network.';
  throw new Problem('validation_failed', 'The network cannot be used.', {
    errors: [{ pointer: '#/network', code: 'invalid_value', detail }],
  });
}

interface Found {
  intent: Intent;
  chain: ChainAdapter;
  target: AssignedTarget;
  /** The transfers to the address of the target. */
  found: readonly FoundTransfer[];
  input: ClaimInput;
}

/** A claim that a person has to look at. */
interface Reviewed {
  transfer: FoundTransfer;
  reason: UnmatchedReason;
  isNamed: boolean;
}

async function assess(ports: ClaimPorts, tenant: Tenant, claimed: Found): Promise<ClaimAnswer> {
  const { intent, chain, target, found, input } = claimed;
  const network = chain.network.name;
  const database = await ports.stores.databaseOf(tenant);
  const settings = await ports.settings.find(tenant.merchantId);
  let answer = NOTHING_FOUND;
  await database.transact(async (book) => {
    const nowMs = ports.clock.nowMs();
    const facts = await readFacts(book, network, found);
    const claims = found.map((transfer) => assessClaim(transfer, { ...facts, intent, target, nowMs }));
    const reviewed = claims.flatMap(({ unmatchedAs: reason, transfer, isNamed }) =>
      reason === undefined ? [] : [{ transfer, reason, isNamed }],
    );
    const request = requestProof(claimed, reviewed);
    const proof = reviewed.length === 0 ? undefined : input.proof;
    if (proof) await checkProof(chain, request, proof);
    const states = await recordReviewed(ports, book, { tenant, intent, network, reviewed, proof, settings, nowMs });
    const results = new Set(
      claims.map(({ transfer, result }) => (states.get(transfer) === 'not_recorded' ? 'limit_reached' : result)),
    );
    const result = CLAIM_RESULTS.find((one) => results.has(one)) ?? 'not_found';
    const proven = [...states.values()].includes('proven');
    answer = { result, proof: request && { ...request, proven } };
  });
  return answer;
}

function requestProof({ intent, chain, input }: Found, reviewed: readonly Reviewed[]): ProofRequest | undefined {
  const [first] = reviewed;
  const accounts = [...new Set(reviewed.flatMap(({ transfer }) => transfer.sources ?? []))];
  if (first === undefined || accounts.length === 0 || chain.verifySignedText === undefined) return undefined;
  const { network } = chain;
  const { tx } = first.transfer;
  const message = claimMessage({ origin: input.origin, intentId: intent.id, chainId: network.chainId, tx });
  return { message, accounts, network, proven: false };
}

/** The message names the intent, so a signature for another claim does not match. */
async function checkProof(
  chain: ChainAdapter,
  request: ProofRequest | undefined,
  { address, signature }: NonNullable<ClaimInput['proof']>,
): Promise<void> {
  if (request === undefined) throw wrongProof('', 'This claim cannot be proven with a signature.');
  if (!request.accounts.includes(address))
    throw wrongProof('/address', 'The money did not come from this account. Sign with the account that sent it.');
  if (!(await chain.verifySignedText?.({ address, text: request.message, signature })))
    throw wrongProof('/signature', 'The signature does not match. Sign exactly the message of this claim.');
}

const wrongProof = (member: string, detail: string) =>
  new Problem('validation_failed', 'The proof cannot be used.', {
    errors: [{ pointer: `#/proof${member}`, code: 'invalid_value', detail }],
  });

interface Recording {
  tenant: Tenant;
  intent: Intent;
  network: string;
  reviewed: readonly Reviewed[];
  proof: ClaimInput['proof'];
  settings: MerchantSettings;
  nowMs: number;
}

type ClaimState = Awaited<ReturnType<PaymentBook['recordClaim']>>;

/** Records the transfers and the claims on them, and marks the intent. */
async function recordReviewed(
  { random }: ClaimPorts,
  book: PaymentBook,
  { tenant, intent, network, reviewed, proof, settings, nowMs }: Recording,
): Promise<ReadonlyMap<Transfer, ClaimState>> {
  const states = new Map<Transfer, ClaimState>();
  if (reviewed.length === 0) return states;
  const { merchantId, livemode } = tenant;
  const ref = { merchantId, livemode, id: intent.id };
  // The intent is locked before the transfers, in the same order as in a scan.
  await book.changeIntent(ref, nowMs, () => undefined);
  const unmatched = reviewed.map(({ transfer, reason, isNamed }) => ({
    id: makeId('tr', nowMs, random.bytes(10)),
    merchantId,
    livemode,
    intentId: isNamed ? intent.id : undefined,
    transfer,
    reason,
  }));
  await book.recordUnmatched(network, unmatched, nowMs);
  for (const { transfer } of reviewed) {
    const { tx, index, sources = [] } = transfer;
    const own = proof && sources.includes(proof.address) ? proof : undefined;
    states.set(transfer, await book.recordClaim({ intent: ref, network, tx, index, proof: own }, nowMs));
  }
  const accepted = [...states].flatMap(([transfer, state]) => (state === 'not_recorded' ? [] : [transfer]));
  await book.changeIntent(ref, nowMs, (current) => {
    const marked = addAmbiguous(current, network, accepted);
    if (marked === current) return undefined;
    return transition(marked, settings, nowMs) ?? { intent: marked, events: [] };
  });
  return states;
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
