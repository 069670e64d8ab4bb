import { expect } from 'vitest';
import type { CreatedIntent, IntentSummary, MerchantAccount } from './open-merchant-account.ts';

/** Amounts may depend on what the intents were issued. */
type Expected<Value> = Value | ((created: readonly CreatedIntent[]) => Value);

interface Step<Fixture> {
  /** What the attacker does. The chain is scanned before the next step. */
  send: (fixture: Fixture, created: CreatedIntent[]) => Promise<unknown>;
  /** The expected state of each intent afterwards. */
  intents: Expected<Partial<IntentSummary>[]>;
  /** The expected unmatched transfers. */
  unmatched: Expected<string[]>;
}

/** One row of an attack table. */
export interface Row<Fixture> extends Step<Fixture> {
  attack: string;
  due: string[];
  /** The next step, after a scan. */
  afterwards?: Step<Fixture>;
}

/** An intent that nobody paid. */
export const NOTHING: IntentSummary = {
  status: 'requires_payment',
  received: '0',
  overpaid: '0',
  cause: undefined,
  flags: [],
  payments: [],
};

export const paid = (received: string, ...payments: string[]): IntentSummary => ({
  ...NOTHING,
  status: 'succeeded',
  received,
  payments,
});

/** Creates the intents of a row, lets the attacker act, and checks what became of the intents and the unmatched transfers. */
export async function runAttack<Fixture extends { account: MerchantAccount }>(
  fixture: Fixture,
  { due, afterwards, ...first }: Row<Fixture>,
): Promise<void> {
  const created: CreatedIntent[] = [];
  for (const one of due) created.push(await fixture.account.createIntent(one));
  for (const { send, intents, unmatched } of [first, ...(afterwards ? [afterwards] : [])]) {
    await send(fixture, created);
    await fixture.account.scan();
    for (const [number, expected] of valueOf(intents, created).entries())
      expect(await fixture.account.summarize(created[number] as CreatedIntent)).toEqual({ ...NOTHING, ...expected });
    expect(await fixture.account.listUnmatched(created)).toEqual(valueOf(unmatched, created));
  }
}

const valueOf = <Value extends object>(expected: Expected<Value>, created: readonly CreatedIntent[]): Value =>
  typeof expected === 'function' ? expected(created) : expected;
