import { type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import type { ModeState } from './mock-state.ts';

const PAGE_SIZE = 20;

export function handleRequests({ requests }: ModeState, { query }: MockRequest, [id]: string[]): MockResponse {
  if (id !== undefined) {
    const found = requests.find((each) => each.id === id);
    if (!found) throw notFound();
    return { status: 200, body: found };
  }
  const has = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  const status = query.get('status')?.replace('xx', '') ?? '';
  const matching = requests.filter(
    (each) =>
      String(each.status).startsWith(status) &&
      has('method', each.method) &&
      has('route', each.route) &&
      has('problem', each.problem) &&
      has('key_id', each.key.id) &&
      each.created_at > (query.get('after') ?? '') &&
      each.created_at < (query.get('before') ?? '9'),
  );
  const from = query.get('cursor') === null ? 0 : matching.findIndex((each) => each.id === query.get('cursor')) + 1;
  const page = matching.slice(from, from + PAGE_SIZE);
  const next = from + PAGE_SIZE < matching.length ? (page.at(-1)?.id ?? null) : null;
  return { status: 200, body: { data: page, next_cursor: next } };
}
