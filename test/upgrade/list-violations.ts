import type { ShownIntent, ShownPayment, TenantSnapshot } from './api-types.ts';

type Checked = Pick<TenantSnapshot, 'intents' | 'transfers' | 'invoices'>;

/**
 * The invariants that the API's answers break, across all merchants of one server. They are written here without the
 * program's own code, so that a mistake there cannot hide itself.
 */
export function listViolations(tenants: readonly Checked[]): string[] {
  const intents = tenants.flatMap((tenant) => tenant.intents);
  return [
    ...intents.flatMap((intent) => violationsOf(intent).map((what) => `${nameOf(intent)}: ${what}`)),
    ...listShared(intents, 'a transfer counts for two intents', ({ payments }) => payments.map(transferOf)),
    ...listShared(intents, 'two intents have one payment target', ({ targets }) =>
      targets.map(({ network, address, reference }) => `${network}:${reference ?? address}`),
    ),
    ...tenants.flatMap(listInvoiceViolations),
    ...tenants.flatMap(listUnmatchedViolations),
  ];
}

const nameOf = ({ id, order_id }: ShownIntent) => `${id} (${order_id ?? 'no order'})`;
const transferOf = ({ network, tx, index }: Pick<ShownPayment, 'network' | 'tx' | 'index'>) =>
  `${network}:${tx}:${index}`;

function violationsOf(intent: ShownIntent): string[] {
  return [...timelineViolations(intent), ...amountViolations(intent), ...statusViolations(intent)];
}

const failing = (rules: Record<string, boolean>): string[] =>
  Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));

function timelineViolations({ sequence, timeline, status, flags }: ShownIntent): string[] {
  const lastOf = (member: string) => timeline.findLast(({ changes }) => member in changes)?.changes[member];
  const toldFlags = (lastOf('flags') ?? []) as string[];
  return failing({
    'the sequence is the number of events': sequence === timeline.length,
    'events are numbered from 1 without a gap': timeline.every((event, place) => event.sequence === place + 1),
    'the first event is the creation': timeline[0]?.type === 'payment_intent.created',
    'the last event with a status has the status': lastOf('status') === status,
    'the last event with flags has the flags': toldFlags.toSorted().join() === flags.toSorted().join(),
  });
}

function amountViolations(intent: ShownIntent): string[] {
  const { asset, payments } = intent;
  const sum = (...states: string[]) =>
    payments
      .filter((payment) => payment.asset === asset && states.includes(payment.state))
      .reduce((total, { amount }) => total + unitsOf(amount), 0n);
  const [due, received, pending] = [unitsOf(intent.amount_due), sum('final'), sum('seen', 'confirmed')];
  return failing({
    'amount_received is the sum of final payments': unitsOf(intent.amount_received) === received,
    'amount_pending is the sum of payments in flight': unitsOf(intent.amount_pending) === pending,
    'amount_remaining is what is due without both':
      unitsOf(intent.amount_remaining) === atLeastZero(due - received - pending),
    'overpaid_by is at most what was received beyond what is due':
      unitsOf(intent.overpaid_by) <= atLeastZero(received - due),
    'a void payment has a reason and no other has one': payments.every(
      ({ state, void_reason }) => (state === 'void') === (void_reason !== null),
    ),
  });
}

const SCALE_DIGITS = 18;
const atLeastZero = (units: bigint) => (units < 0n ? 0n : units);

/** A decimal string at scale 10⁻¹⁸. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(SCALE_DIGITS, '0'));
}

function statusViolations(intent: ShownIntent): string[] {
  const { status, review, decision, payments, flags, asset } = intent;
  const [received, pending] = [unitsOf(intent.amount_received), unitsOf(intent.amount_pending)];
  const holdsMoney = payments.some(({ state }) => state !== 'void');
  const foreign = payments.filter((payment) => payment.asset !== asset && payment.state !== 'void');
  const of = (...statuses: string[]) => statuses.includes(status);
  const cause = review?.cause;
  return failing({
    'needs_review has a cause and nothing else has one': of('needs_review') === (review !== null),
    'processing has money in flight': !of('processing') || pending > 0n,
    'partially_paid has some of what is due': !of('partially_paid') || received > 0n,
    'requires_payment has nothing final': !of('requires_payment') || received === 0n,
    'succeeded has final money, or was accepted': !of('succeeded') || received > 0n || decision?.kind === 'accepted',
    'expired holds no money': !of('expired') || received === 0n,
    'canceled holds no money, or was rejected': !of('canceled') || !holdsMoney || decision?.kind === 'rejected',
    'underpaid and late have final money': !['underpaid', 'late'].includes(cause ?? '') || received > 0n,
    'wrong_asset has another asset': cause !== 'wrong_asset' || foreign.some(({ state }) => state === 'final'),
    'canceled_with_money holds money': cause !== 'canceled_with_money' || holdsMoney,
    'reorged comes from succeeded': cause !== 'reorged' || review?.from === 'succeeded',
    'the flag overpaid says that too much is there':
      !of('succeeded') || flags.includes('overpaid') === unitsOf(intent.overpaid_by) > 0n,
    'the flag wrong_asset says that another asset is there': flags.includes('wrong_asset') === foreign.length > 0,
    'the flag manual says that it was accepted': flags.includes('manual') === (decision?.kind === 'accepted'),
    'an accepted intent has succeeded': decision?.kind !== 'accepted' || of('succeeded'),
  });
}

function listShared(
  intents: readonly ShownIntent[],
  what: string,
  namesOf: (intent: ShownIntent) => string[],
): string[] {
  const owners = new Map<string, ShownIntent>();
  return intents.flatMap((intent) =>
    namesOf(intent).flatMap((name) => {
      const owner = owners.get(name);
      owners.set(name, intent);
      return owner ? [`${what}: ${name} of ${nameOf(owner)} and ${nameOf(intent)}`] : [];
    }),
  );
}

/** Numbers count from 1 for each merchant and mode, without a gap. */
function listInvoiceViolations({ invoices }: Checked): string[] {
  const numbers = invoices.map(({ number }) => Number(number.replace(/^INV-/, ''))).sort((a, b) => a - b);
  return numbers.every((number, place) => number === place + 1) ? [] : [`invoices have the numbers ${numbers.join()}`];
}

/** An unmatched transfer counts for an intent only after somebody has assigned it. */
function listUnmatchedViolations({ intents, transfers }: Checked): string[] {
  const counted = new Map(intents.flatMap((intent) => intent.payments.map((one) => [transferOf(one), intent.id])));
  return transfers.flatMap((transfer) => {
    const owner = counted.get(transferOf(transfer)) ?? null;
    return owner === transfer['assigned_to'] ? [] : [`the unmatched transfer ${transfer.tx} counts for ${owner}`];
  });
}
