import type { Mode } from '../src/api/types.ts';
import { invalidField, MockError, type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import { type ModeState, makeKey } from './mock-state.ts';

const withoutSecret = ({ private_key: _hidden, ...key }: ModeState['keys'][number]) => key;

export function handleKeys(
  state: ModeState,
  mode: Mode,
  { method, body }: MockRequest,
  [id, action]: string[],
): MockResponse {
  if (id === undefined && method === 'GET') return { status: 200, body: { data: state.keys.map(withoutSecret) } };
  if (id === undefined) {
    const { name } = JSON.parse(body) as { name: string };
    if (name === '') throw invalidField('name', 'required', 'Enter a name.');
    const key = makeKey(mode, name, state.keys.length + 2);
    state.keys.unshift(key);
    return { status: 201, body: key };
  }
  const key = state.keys.find((each) => each.id === id);
  if (!key) throw notFound();
  if (action === 'reveal') {
    if (!key.revealable) throw new MockError(409, 'invalid_state', 'A live key is shown only once.');
    return { status: 200, body: { private_key: key.private_key } };
  }
  if (action === 'revoke') {
    key.revoked_at = new Date().toISOString();
    return { status: 200, body: withoutSecret(key) };
  }
  const rolled = makeKey(mode, key.name, state.keys.length + 2);
  key.replaced_by = rolled.id;
  key.expires_at = new Date(Date.now() + 86_400_000).toISOString();
  state.keys.unshift(rolled);
  return { status: 201, body: rolled };
}
