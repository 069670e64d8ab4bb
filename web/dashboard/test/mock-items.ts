import type { MockRequest, MockResponse } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';

export function handleItems(state: ModeState, { method, body }: MockRequest, [id]: string[]): MockResponse {
  if (method === 'GET') return { status: 200, body: { data: state.items, next_cursor: null } };
  // The API distinguishes CSV from JSON by content type; here a brace marks JSON.
  if (method === 'POST' && !body.startsWith('{')) {
    return { status: 200, body: { imported: 1, errors: [{ line: 3, detail: 'The amount must be a whole number.' }] } };
  }
  const itemId = id === undefined ? undefined : decodeURIComponent(id);
  if (method === 'DELETE') {
    state.items = state.items.filter((item) => item.item_id !== itemId);
    return { status: 200, body: { item_id: itemId, deleted: true } };
  }
  const item = { ...(JSON.parse(body) as ModeState['items'][number]), updated_at: new Date().toISOString() };
  state.items = [...state.items.filter((each) => each.item_id !== item.item_id), item];
  return { status: method === 'POST' ? 201 : 200, body: item };
}
