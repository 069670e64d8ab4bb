import { noFreeAmount } from '../../../src/domain/intents/warnings.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { networkOf } from '../../../src/domain/networks/network.ts';
import type { AssignedTarget } from '../../../src/domain/payments/payment-target.ts';
import type { Derivation, IntentRef, MakeTarget, OrderAmount } from '../../../src/ports/intents.ts';
import { readIntent } from './change-intent.ts';
import { issueAmount } from './issue-amount.ts';
import { type Draft, type IntentEntry, isOwn, refOf, type Tables } from './tables.ts';

const TRIES_MAX = 100;
const WATCHED_MS_AFTER_EXPIRY = LIMITS.watchedDaysAfterExpiry * 86_400_000;

interface Makers {
  make: MakeTarget;
  orderAmount: OrderAmount | undefined;
}

export async function assignTargets(
  tables: Draft,
  ref: IntentRef,
  networks: readonly string[],
  makers: Makers,
): Promise<AssignedTarget[]> {
  const entry = tables.intents.get(ref.id);
  if (!entry || !isOwn(refOf(entry), ref)) return [];
  for (const network of networks.toSorted()) {
    const known = currentOf(tables, entry).intent.targets.find((target) => target.network === network);
    const target = known ? issueTo(tables, ref, known, makers) : await assignOne(tables, entry, network, makers);
    if (target && target !== known) setTarget(tables, entry, target);
  }
  return [...readIntent(tables, currentOf(tables, entry)).targets];
}

const currentOf = ({ intents }: Tables, entry: IntentEntry): IntentEntry => intents.get(entry.intent.id) ?? entry;

function setTarget(tables: Draft, entry: IntentEntry, target: AssignedTarget): void {
  const current = currentOf(tables, entry);
  const others = current.intent.targets.filter(({ network }) => network !== target.network);
  const targets = [...others, target].sort(
    (a, b) => a.assignedAtMs - b.assignedAtMs || (a.network < b.network ? -1 : 1),
  );
  tables.intents.set(entry.intent.id, { ...current, intent: { ...current.intent, targets } });
}

/** Tries a later index where another intent has the target already. Undefined if only an amount can match it and none is free. */
async function assignOne(
  tables: Draft,
  entry: IntentEntry,
  network: string,
  makers: Makers,
): Promise<AssignedTarget | undefined> {
  const intent = refOf(entry);
  let indexMin = 0;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const { derived, coinUntilMs, ...made } = await makers.make(network, indexMin, listDerived(tables, intent));
    const { address, reference, matchedBy, assignedAtMs } = made;
    const name = `${network}:${reference ?? (matchedBy === 'amount' ? intent.id : address)}`;
    if (!tables.targets.has(name)) {
      const unpaid = { ...made, network, amounts: [], scannedUntilMs: undefined };
      const target = issueTo(tables, intent, unpaid, makers);
      const isUsable = target.amounts.length > 0 || makers.orderAmount?.(unpaid)?.isOptional === true;
      if (matchedBy === 'amount' && !isUsable) return undefined;
      const watchedUntilMs = Math.max(entry.intent.expiresAtMs, assignedAtMs) + WATCHED_MS_AFTER_EXPIRY;
      const of = { intent, network, watchedUntilMs, coinUntilMs };
      tables.targets.set(name, { address, reference, matchedBy, assignedAtMs, derived, ...of });
      return target;
    }
    indexMin = nextIndex(tables, intent, derived?.wallet);
  }
  throw new Error(`${TRIES_MAX} targets on ${network} were assigned before`);
}

/** What the targets of the intent were derived from. */
const listDerived = ({ targets }: Tables, { id }: IntentRef): Derivation[] =>
  [...targets.values()].flatMap(({ intent, derived }) => (intent.id === id && derived ? [derived] : []));

/** The target with the exact amount that it needs, if one is free. */
function issueTo(tables: Draft, intent: IntentRef, target: AssignedTarget, { orderAmount }: Makers): AssignedTarget {
  const order = orderAmount?.(target);
  if (!order) return target;
  const { network, address, matchedBy, amounts } = target;
  const given = issueAmount(tables, { intent, network, address }, order);
  // The intent may have taken over an amount that it had before.
  if (given) {
    extendCoin(tables, intent, network, order.heldUntilMs);
    return { ...target, amounts: [...amounts.filter(({ amount }) => amount !== given.amount), given] };
  }
  if (matchedBy === 'amount' && !order.isOptional) warn(tables, intent, network);
  return target;
}

/** An amount that is issued later can be paid longer. */
function extendCoin({ targets }: Draft, intent: IntentRef, network: string, untilMs: number): void {
  for (const [name, target] of targets) {
    if (target.network !== network || target.intent.id !== intent.id || target.coinUntilMs === undefined) continue;
    targets.set(name, { ...target, coinUntilMs: Math.max(target.coinUntilMs, untilMs) });
  }
}

function warn(tables: Draft, { id }: IntentRef, network: string): void {
  const entry = tables.intents.get(id);
  const warning = noFreeAmount(networkOf(network).title);
  if (!entry || entry.intent.warnings.some(({ detail }) => detail === warning.detail)) return;
  const warnings = [...entry.intent.warnings, warning];
  tables.intents.set(id, { ...entry, intent: { ...entry.intent, warnings } });
}

function nextIndex({ targets }: Tables, owner: IntentRef, wallet: string | undefined): number {
  const indexes = [...targets.values()]
    .filter(({ derived, intent }) => wallet !== undefined && derived?.wallet === wallet && isOwn(intent, owner))
    .map(({ derived }) => derived?.index ?? -1);
  return Math.max(-1, ...indexes) + 1;
}
