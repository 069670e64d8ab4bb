import type { Notices, Security } from '../src/api/generated.ts';
import type { Session } from '../src/api/types.ts';
import { MockError, type MockRequest, type MockResponse, PASSWORD } from './mock-request.ts';
import type { MockState } from './mock-state.ts';
import { PERMISSIONS } from './mock-team.ts';

export const CSRF_TOKEN = 'mock-csrf-token';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0';

export function getSession(state: MockState): Session {
  const { signupOpen: signup_open, setupOpen: setup_open, baseUrl: base_url } = state;
  if (!state.signedIn)
    return { signed_in: false, base_url, passkeys_available: false, reset_by_mail: false, setup_open, signup_open };
  return {
    signed_in: true,
    csrf_token: CSRF_TOKEN,
    user: { id: 'usr_1', email: 'owner@example.com', operator: state.operator },
    merchant: { id: 'mer_1', name: state.settings.name },
    role: 'owner',
    permissions: PERMISSIONS,
    base_url,
    signup_open,
  };
}

/** Signs in, signs up, or sets up the first account. */
export function startSession(state: MockState, { path, body }: MockRequest): MockResponse {
  const fields = JSON.parse(body) as Record<string, string>;
  const missing = ['email', 'password', ...(path === '/sign_in' ? [] : ['business_name'])].filter(
    (name) => !fields[name],
  );
  if (missing.length > 0) {
    const errors = missing.map((name) => ({ pointer: `#/${name}`, code: 'required', detail: 'Required.' }));
    throw new MockError(422, 'validation_failed', 'Some fields are missing or invalid.', errors);
  }
  if (path === '/setup' && fields['token'] !== 'good') {
    throw new MockError(403, 'setup_link_invalid', 'This setup link is invalid or was already used.');
  }
  if (path === '/sign_up') return { status: 202, body: { detail: 'Sign in with this email and password.' } };
  if (path === '/sign_in' && fields['password'] !== PASSWORD) {
    state.failedSignIns += 1;
    if (state.failedSignIns > 3) throw new MockError(429, 'rate_limited', 'Too many attempts.', undefined, 60);
    throw new MockError(401, 'invalid_credentials', 'The email or password is incorrect.');
  }
  state.signedIn = true;
  return { status: path === '/sign_in' ? 200 : 201, body: getSession(state) };
}

/** A user with every kind of second factor. */
export function getSecurity(): Security {
  const at = new Date().toISOString();
  return {
    totp: true,
    passkeys: [{ id: 'psk_1', name: 'Laptop', created_at: at, last_used_at: null }],
    passkeys_available: true,
    recovery_codes_left: 9,
    trusted_devices: [{ id: 'dev_1', created_at: at, expires_at: at, address: '203.0.113.7', user_agent: CHROME }],
  };
}

export const getNotices = (): Notices => ({
  available: true,
  enabled: true,
  kinds: ['wallet_changed', 'payments_need_review', 'endpoint_disabled'],
});

export function handleSessions({ method }: MockRequest): MockResponse {
  if (method === 'DELETE') return { status: 204 };
  const at = new Date().toISOString();
  const device = (id: string, current: boolean, user_agent: string) => ({
    id,
    current,
    created_at: at,
    last_seen_at: at,
    address: '203.0.113.7',
    user_agent,
  });
  return {
    status: 200,
    body: { data: [device('ses_1', true, CHROME), device('ses_2', false, FIREFOX)] },
  };
}
