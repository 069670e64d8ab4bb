import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LinkSigner } from '../../ports/link-signer.ts';
import type { Store } from '../../ports/stores.ts';

const INTENTS_PER_STEP = 50;
const REQUESTS_PER_STEP = 500;
const NAMED_MAX = 5;

export interface EraseInput {
  email: string;
  /** Whether issued invoices lose the buyer too. */
  withInvoices: boolean;
  actor: string;
  address?: string | undefined;
}

export interface Erasure {
  intents: number;
  /** False if the time was not enough. The next call goes on. */
  isComplete: boolean;
}

/**
 * Erases the personal data of a customer in small steps, each of which is complete. Nothing is erased while an intent of the
 * customer is open, because who pays must be known.
 */
export async function eraseCustomer(
  { clock, links }: { clock: Clock; links: LinkSigner },
  { customers }: Pick<Store, 'customers'>,
  { email, withInvoices, actor, address }: EraseInput,
): Promise<Erasure> {
  const open = await customers.listOpen(email, NAMED_MAX);
  if (open.length > 0)
    throw new Problem(
      'invalid_state',
      `This customer has payment intents that can still be paid or need a decision: ${open.join(', ')}. Cancel or decide them first.`,
    );
  // The audit log must not keep what was erased, but tell whether a customer's data was.
  const subject = links.sign(`customer ${email.toLowerCase()}`);
  const untilMs = clock.nowMs() + LIMITS.eraseMsMax;
  let intents = 0;
  for (let erased = INTENTS_PER_STEP; erased === INTENTS_PER_STEP; ) {
    if (clock.nowMs() >= untilMs) return { intents, isComplete: false };
    const step = { email, withInvoices, actor, address, subject, atMs: clock.nowMs(), limit: INTENTS_PER_STEP };
    erased = await customers.eraseIntents(step);
    intents += erased;
  }
  for (let erased = REQUESTS_PER_STEP; erased === REQUESTS_PER_STEP; ) {
    if (clock.nowMs() >= untilMs) return { intents, isComplete: false };
    erased = await customers.eraseRequests(email, REQUESTS_PER_STEP);
  }
  return { intents, isComplete: true };
}
