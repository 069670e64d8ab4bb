import type { Intent, Mode, Session, SimulateKind } from '../src/api/types.ts';
import { type Answer, type MockCall, PASSWORD, Refusal } from './mock-call.ts';
import { type MockState, type ModeState, makeKey } from './mock-state.ts';
import { networks, transfers, wallets } from './mock-wallets.ts';

const CSRF = 'csrf-of-the-mock';
const PAGE = 20;

function session(state: MockState): Session {
  const { signupOpen: signup_open, setupOpen: setup_open, baseUrl: base_url } = state;
  if (!state.signedIn) return { signed_in: false, setup_open, signup_open };
  return {
    signed_in: true,
    csrf_token: CSRF,
    user: { id: 'usr_1', email: 'owner@example.com' },
    merchant: { id: 'mer_1', name: state.settings.name },
    base_url,
    signup_open,
  };
}

/** One call of the session API, answered from memory. */
export function answerCall(state: MockState, call: MockCall): Answer {
  const { method, path } = call;
  if (path === '/session') return { status: 200, body: session(state) };
  if (path === '/sign_in' || path === '/sign_up' || path === '/setup') return enter(state, call);
  if (!state.signedIn) throw new Refusal(401, 'not_signed_in', 'You are not signed in.');
  if (method !== 'GET' && call.csrf !== CSRF)
    throw new Refusal(403, 'csrf_token_invalid', 'The CSRF header is missing.');
  if (path === '/sign_out') {
    state.signedIn = false;
    return { status: 204 };
  }
  if (path === '/settings') return settings(state, call);
  if (path.startsWith('/sessions')) return sessions(call);
  const [, mode, section, ...rest] = path.split('/');
  if (mode !== 'test' && mode !== 'live') throw new Refusal(404, 'not_found', 'There is nothing here.');
  if (section === 'payment_intents') return intents(state.modes[mode], call, rest);
  if (section === 'api_keys') return keys(state.modes[mode], mode, call, rest);
  if (section === 'items') return items(state.modes[mode], call, rest);
  if (section === 'networks') return networks(state.modes[mode]);
  if (section === 'wallets') return wallets(state.modes[mode], mode, call, rest);
  if (section === 'transfers') return transfers(state.modes[mode], call, rest);
  throw new Refusal(404, 'not_found', 'There is nothing here.');
}

function enter(state: MockState, { path, body }: MockCall): Answer {
  const fields = JSON.parse(body) as Record<string, string>;
  const missing = ['email', 'password', ...(path === '/sign_in' ? [] : ['business_name'])].filter(
    (name) => !fields[name],
  );
  if (missing.length > 0) {
    const errors = missing.map((name) => ({
      pointer: `#/${name}`,
      code: 'required',
      detail: 'This must not be empty.',
    }));
    throw new Refusal(422, 'validation_failed', 'Some fields are missing.', errors);
  }
  if (path === '/setup' && fields['token'] !== 'good') {
    throw new Refusal(403, 'setup_link_invalid', 'This set-up link was used, or is not of this server.');
  }
  if (path === '/sign_in' && fields['password'] !== PASSWORD) {
    state.failedSignIns += 1;
    if (state.failedSignIns > 3) throw new Refusal(429, 'rate_limited', 'Too many attempts.', undefined, 60);
    throw new Refusal(401, 'invalid_credentials', 'The e-mail address or the password is not right.');
  }
  state.signedIn = true;
  return { status: path === '/sign_in' ? 200 : 201, body: session(state) };
}

function settings(state: MockState, { method, body }: MockCall): Answer {
  if (method === 'PATCH') {
    const { logo, ...next } = JSON.parse(body) as MockState['settings'] & { logo?: string | null };
    if (logo !== undefined) state.settings.logo_url = logo === null ? null : `data:image/png;base64,${logo}`;
    if (next.name === '') {
      const errors = [{ pointer: '#/name', code: 'required', detail: 'The name must not be empty.' }];
      throw new Refusal(422, 'validation_failed', 'Some fields are not valid.', errors);
    }
    state.settings = { ...state.settings, ...next };
  }
  return { status: 200, body: state.settings };
}

function sessions({ method }: MockCall): Answer {
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
    body: { data: [device('ses_1', true, 'Chromium on Linux'), device('ses_2', false, 'Firefox on macOS')] },
  };
}

function find<Row>(rows: Row[], fits: (row: Row) => boolean): Row {
  const row = rows.find(fits);
  if (!row) throw new Refusal(404, 'not_found', 'There is nothing here.');
  return row;
}

function intents({ intents: all }: ModeState, { query, body, tell }: MockCall, [id, action]: string[]): Answer {
  if (id === undefined) {
    const [status, q] = [query.get('status'), query.get('q')];
    const fitting = all.filter(
      (intent) =>
        (status === null || intent.status === status) &&
        (q === null || [intent.id, intent.customer.email, intent.order_id].includes(q)),
    );
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? PAGE);
    return {
      status: 200,
      body: { data: fitting.slice(from, to), next_cursor: to < fitting.length ? String(to) : null },
    };
  }
  const intent = find(all, (each) => each.id === id);
  if (action === 'cancel') cancel(intent, query.get('force') === 'true');
  if (action === 'resolve') {
    const { decision, reason } = JSON.parse(body) as { decision: 'accept' | 'reject'; reason: string };
    decide(intent, decision === 'accept' ? 'accepted' : 'rejected', reason);
  }
  if (action === 'mark_paid') decide(intent, 'accepted', (JSON.parse(body) as { reason: string }).reason);
  if (action === 'simulate') simulate(intent, (JSON.parse(body) as { kind: SimulateKind }).kind);
  if (action !== undefined) tell(intent.id, intent.status, intent.sequence);
  return { status: 200, body: intent };
}

function cancel(intent: Intent, force: boolean): void {
  const held = intent.amount_received !== '0' || intent.amount_pending !== '0';
  if (held && !force) throw new Refusal(409, 'invalid_state', 'A payment intent that has money cannot be canceled.');
  move(intent, held ? 'needs_review' : 'canceled');
  if (held) intent.review = { cause: 'canceled_with_money', from: 'partially_paid' };
}

function decide(intent: Intent, kind: 'accepted' | 'rejected', reason: string): void {
  if (reason.trim() === '') {
    const errors = [{ pointer: '#/reason', code: 'invalid_value', detail: 'Must be a text of 1 to 500 characters.' }];
    throw new Refusal(422, 'validation_failed', 'One field is missing or not valid.', errors);
  }
  move(intent, kind === 'accepted' ? 'succeeded' : 'canceled');
  intent.decision = { kind, reason, at: new Date().toISOString() };
  intent.review = null;
}

function move(intent: Intent, status: Intent['status']): void {
  intent.status = status;
  intent.sequence += 1;
  const entry = {
    sequence: intent.sequence,
    type: `payment_intent.${status}`,
    at: new Date().toISOString(),
    changes: {},
  };
  intent.timeline = [...(intent.timeline ?? []), entry];
}

function simulate(intent: Intent, kind: SimulateKind): void {
  if (intent.status !== 'requires_payment')
    throw new Refusal(409, 'invalid_state', 'Only an open payment can be paid.');
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

const bare = ({ private_key: _hidden, ...key }: ModeState['keys'][number]) => key;

function keys(state: ModeState, mode: Mode, { method, body }: MockCall, [id, action]: string[]): Answer {
  if (id === undefined && method === 'GET') return { status: 200, body: { data: state.keys.map(bare) } };
  if (id === undefined) {
    const { name } = JSON.parse(body) as { name: string };
    if (name === '') {
      const errors = [{ pointer: '#/name', code: 'required', detail: 'The name must not be empty.' }];
      throw new Refusal(422, 'validation_failed', 'Some fields are not valid.', errors);
    }
    const key = makeKey(mode, name, state.keys.length + 2);
    state.keys.unshift(key);
    return { status: 201, body: key };
  }
  const key = find(state.keys, (each) => each.id === id);
  if (action === 'reveal') {
    if (!key.revealable) throw new Refusal(409, 'invalid_state', 'A live key is shown once.');
    return { status: 200, body: { private_key: key.private_key } };
  }
  if (action === 'revoke') {
    key.revoked_at = new Date().toISOString();
    return { status: 200, body: bare(key) };
  }
  const rolled = makeKey(mode, key.name, state.keys.length + 2);
  key.replaced_by = rolled.id;
  key.expires_at = new Date(Date.now() + 86_400_000).toISOString();
  state.keys.unshift(rolled);
  return { status: 201, body: rolled };
}

function items(state: ModeState, { method, body }: MockCall, [id]: string[]): Answer {
  if (method === 'GET') return { status: 200, body: { data: state.items, next_cursor: null } };
  // The interface tells the two by their content type; JSON begins with a brace.
  if (method === 'POST' && !body.startsWith('{')) {
    return { status: 200, body: { imported: 1, errors: [{ line: 3, detail: 'The amount is not a whole number.' }] } };
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
