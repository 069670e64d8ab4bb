import { MockError, type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';

const PAGE_SIZE = 20;

export function handleTransfers(state: ModeState, { method, query, body }: MockRequest, [id]: string[]): MockResponse {
  if (method === 'POST') {
    const { payment_intent_id: intentId } = JSON.parse(body) as { payment_intent_id: string };
    const transfer = state.transfers.find((each) => each.id === id);
    const intent = state.intents.find((each) => each.id === intentId);
    if (!transfer || !intent) throw notFound();
    if (transfer.reason === 'failed') {
      throw new MockError(409, 'invalid_state', 'This transaction failed on chain, so no money moved.');
    }
    transfer.assigned_to = intent.id;
    return { status: 200, body: intent };
  }
  const intentFilter = query.get('payment_intent_id');
  const matching = state.transfers.filter(
    (each) =>
      (query.get('state') === 'all' || each.assigned_to === null) &&
      (intentFilter === null ||
        each.payment_intent_id === intentFilter ||
        each.claims.some((claim) => claim.payment_intent_id === intentFilter)),
  );
  const from = query.get('cursor') === null ? 0 : matching.findIndex((each) => each.id === query.get('cursor')) + 1;
  const page = matching.slice(from, from + PAGE_SIZE);
  const next = from + PAGE_SIZE < matching.length ? (page.at(-1)?.id ?? null) : null;
  const dust =
    state.transfers.length > 0 ? [{ network: 'solana-devnet', asset: 'SOL', transfers: 1_204, amount: '0.0006' }] : [];
  return { status: 200, body: { data: page, next_cursor: next, dust } };
}
