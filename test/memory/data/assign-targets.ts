import { LIMITS } from '../../../src/domain/limits.ts';
import type { AssignedTarget } from '../../../src/domain/payments/payment-target.ts';
import type { IntentRef, MakeTarget } from '../../../src/ports/intents.ts';
import { readIntent } from './change-intent.ts';
import { type Draft, type IntentEntry, isOwn, refOf, type Tables } from './tables.ts';

const TRIES_MAX = 100;
const WATCHED_MS_AFTER_EXPIRY = LIMITS.watchedDaysAfterExpiry * 86_400_000;

export async function assignTargets(
  tables: Draft,
  ref: IntentRef,
  networks: readonly string[],
  make: MakeTarget,
): Promise<AssignedTarget[]> {
  const entry = tables.intents.get(ref.id);
  if (!entry || !isOwn(refOf(entry), ref)) return [];
  const { intent } = entry;
  const missing = networks.filter((network) => !intent.targets.some((one) => one.network === network));
  const made: AssignedTarget[] = [];
  for (const network of missing) made.push(await assignOne(tables, entry, network, make));
  const targets = [...intent.targets, ...made].sort(
    (a, b) => a.assignedAtMs - b.assignedAtMs || (a.network < b.network ? -1 : 1),
  );
  const assigned = { ...entry, intent: { ...intent, targets } };
  if (made.length > 0) tables.intents.set(ref.id, assigned);
  return [...readIntent(tables, assigned).targets];
}

/** Tries a later index where another intent has the target already. */
async function assignOne(
  tables: Tables,
  entry: IntentEntry,
  network: string,
  make: MakeTarget,
): Promise<AssignedTarget> {
  const intent = refOf(entry);
  let indexMin = 0;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const { derived, ...made } = await make(network, indexMin);
    const name = `${network}:${made.reference ?? made.address}`;
    if (!tables.targets.has(name)) {
      const watchedUntilMs = Math.max(entry.intent.expiresAtMs, made.assignedAtMs) + WATCHED_MS_AFTER_EXPIRY;
      const { address, reference, matchedBy, assignedAtMs } = made;
      tables.targets.set(name, {
        address,
        reference,
        matchedBy,
        assignedAtMs,
        derived,
        intent,
        network,
        watchedUntilMs,
      });
      return { ...made, network, amounts: [], scannedUntilMs: undefined };
    }
    indexMin = nextIndex(tables, intent, derived?.wallet);
  }
  throw new Error(`${TRIES_MAX} targets on ${network} were assigned before`);
}

function nextIndex({ targets }: Tables, owner: IntentRef, wallet: string | undefined): number {
  const indexes = [...targets.values()]
    .filter(({ derived, intent }) => wallet !== undefined && derived?.wallet === wallet && isOwn(intent, owner))
    .map(({ derived }) => derived?.index ?? -1);
  return Math.max(-1, ...indexes) + 1;
}
