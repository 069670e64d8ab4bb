import type { MockRequest, MockResponse } from './mock-request.ts';
import type { MockState } from './mock-state.ts';

/** Lists, saves and deletes views. */
export function handleViews(state: MockState, { method, path, body }: MockRequest): MockResponse {
  if (method === 'GET') return { status: 200, body: { data: state.views } };
  if (method === 'DELETE') {
    state.views = state.views.filter(({ id }) => path !== `/views/${id}`);
    return { status: 204 };
  }
  const { name, query } = JSON.parse(body) as { name: string; query: string };
  const id = `view_${state.views.length}`;
  const view = { id, object: 'saved_view' as const, name, query, created_at: new Date().toISOString() };
  state.views.push(view);
  return { status: 200, body: view };
}
