import type { Intent, SimulateKind } from '../src/api/types.ts';
import { invalidField, MockError, type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';
import { sampleEntry } from './sample-intent.ts';

const PAGE_SIZE = 20;

export function handleIntents(
  { intents: all }: ModeState,
  { query, body, notify }: MockRequest,
  [id, action]: string[],
): MockResponse {
  if (id === undefined) {
    const [status, q] = [query.get('status'), query.get('search')];
    const matching = all.filter(
      (intent) =>
        (status === null || intent.status === status) &&
        (q === null || [intent.id, intent.customer.email, intent.order_id].includes(q)),
    );
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? PAGE_SIZE);
    return {
      status: 200,
      body: { data: matching.slice(from, to), next_cursor: to < matching.length ? String(to) : null },
    };
  }
  const intent = all.find((each) => each.id === id);
  if (!intent) throw notFound();
  if (action === 'cancel') cancel(intent, query.get('force') === 'true');
  if (action === 'resolve') {
    const { decision, reason } = JSON.parse(body) as { decision: 'accept' | 'reject'; reason: string };
    decide(intent, decision === 'accept' ? 'accepted' : 'rejected', reason);
  }
  if (action === 'mark_paid') decide(intent, 'accepted', (JSON.parse(body) as { reason: string }).reason);
  if (action === 'simulate') simulate(intent, (JSON.parse(body) as { kind: SimulateKind }).kind);
  if (action !== undefined) notify(intent.id, intent.status, intent.sequence);
  return { status: 200, body: intent };
}

function cancel(intent: Intent, force: boolean): void {
  const hasMoney = intent.amount_received !== '0' || intent.amount_pending !== '0';
  if (hasMoney && !force) throw new MockError(409, 'invalid_state', 'A payment intent with money cannot be canceled.');
  move(intent, hasMoney ? 'needs_review' : 'canceled');
  if (hasMoney) intent.review = { cause: 'canceled_with_money', from: 'partially_paid' };
}

function decide(intent: Intent, kind: 'accepted' | 'rejected', reason: string): void {
  if (reason.trim() === '') throw invalidField('reason', 'invalid_value', 'Enter a reason.');
  move(intent, kind === 'accepted' ? 'succeeded' : 'canceled');
  intent.decision = { kind, reason, at: new Date().toISOString() };
  intent.review = null;
}

function move(intent: Intent, status: Intent['status']): void {
  intent.status = status;
  intent.sequence += 1;
  const entry = sampleEntry(intent.id, intent.sequence, status, new Date().toISOString());
  intent.timeline = [...(intent.timeline ?? []), entry];
}

function simulate(intent: Intent, kind: SimulateKind): void {
  if (intent.status !== 'requires_payment')
    throw new MockError(409, 'invalid_state', 'Only an open payment can be paid.');
  if (kind === 'partial') {
    move(intent, 'partially_paid');
    Object.assign(intent, { amount_received: '0.2', amount_remaining: '0.26342' });
    return;
  }
  move(intent, 'succeeded');
  Object.assign(intent, { amount_received: intent.amount_due, amount_remaining: '0' });
  if (kind === 'over') Object.assign(intent, { overpaid_by: '0.1', flags: ['overpaid'] });
  if (kind === 'late') intent.flags = ['late'];
}
