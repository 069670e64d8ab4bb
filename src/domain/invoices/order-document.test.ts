import { assert, expect, it } from 'vitest';
import { CREATED_MS, ONE, open, payment } from '../intents/transition.test-fixture.ts';
import { transition } from '../intents/transition.ts';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';

const SETTINGS = {
  ...DEFAULT_SETTINGS,
  name: 'Tulip',
  legalName: 'Tulip & Sons Ltd',
  taxId: 'NL1',
  invoicePrefix: 'T-',
};
const SELLER = { name: 'Tulip & Sons Ltd', taxId: 'NL1' };

it('a success orders an invoice, its reversal a credit note, and nothing else a document', () => {
  const paid = payment(ONE, 'final');
  const seen = transition(open([{ ...paid, state: 'seen' }]), SETTINGS, CREATED_MS + 2) ?? assert.fail();
  expect(seen.document).toBeUndefined();
  const succeeded = transition({ ...seen.intent, payments: [paid] }, SETTINGS, CREATED_MS + 3) ?? assert.fail();
  expect(succeeded.document).toMatchObject({ kind: 'invoice', seller: SELLER, prefix: 'T-' });
  const lost = { ...succeeded.intent, payments: [{ ...paid, state: 'void' as const }] };
  const reversed = transition(lost, SETTINGS, CREATED_MS + 4) ?? assert.fail();
  expect(reversed.document).toMatchObject({ kind: 'credit_note', seller: SELLER, prefix: 'CN-' });
});
