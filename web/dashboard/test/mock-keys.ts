import type { ApiKey } from '../src/api/generated.ts';
import { needsPassword } from '../src/api/key-state.ts';
import type { Mode } from '../src/api/types.ts';
import { invalidField, MockError, type MockRequest, type MockResponse, notFound, PASSWORD } from './mock-request.ts';
import { type ModeState, makeKey } from './mock-state.ts';

const withoutSecret = ({ private_key: _hidden, ...key }: ModeState['keys'][number]) => key;

function checkPassword(scopes: ApiKey['scopes'], mode: Mode, password: string | undefined): void {
  if (!needsPassword(scopes, mode) || password === PASSWORD) return;
  throw new MockError(401, 'invalid_credentials', 'The password is incorrect.');
}

export function handleKeys(
  state: ModeState,
  mode: Mode,
  { method, body }: MockRequest,
  [id, action]: string[],
): MockResponse {
  if (id === undefined && method === 'GET') return { status: 200, body: { data: state.keys.map(withoutSecret) } };
  if (id === undefined) {
    const { name, scopes, password } = JSON.parse(body) as Pick<ApiKey, 'name' | 'scopes'> & { password?: string };
    if (name === '') throw invalidField('name', 'required', 'Enter a name.');
    checkPassword(scopes, mode, password);
    const key = { ...makeKey(mode, name, state.keys.length + 2), scopes };
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
  checkPassword(key.scopes, mode, (JSON.parse(body) as { password?: string }).password);
  const rolled = { ...makeKey(mode, key.name, state.keys.length + 2), scopes: key.scopes };
  key.replaced_by = rolled.id;
  key.expires_at = new Date(Date.now() + 86_400_000).toISOString();
  state.keys.unshift(rolled);
  return { status: 201, body: rolled };
}
