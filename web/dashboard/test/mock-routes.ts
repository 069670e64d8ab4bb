import { getChecklist } from './mock-checklist.ts';
import { handleCustomers } from './mock-customers.ts';
import { handleEvents } from './mock-events.ts';
import { handleIntents } from './mock-intents.ts';
import { handleItems } from './mock-items.ts';
import { handleKeys } from './mock-keys.ts';
import { handleSettings, previewCheckout } from './mock-merchants.ts';
import { MockError, type MockRequest, type MockResponse, notFound } from './mock-request.ts';
import { handleRequests } from './mock-requests.ts';
import { CSRF_TOKEN, getNotices, getSecurity, getSession, handleSessions, startSession } from './mock-sessions.ts';
import type { MockState } from './mock-state.ts';
import { handleTeam } from './mock-team.ts';
import { handleTransfers } from './mock-transfers.ts';
import { handleViews } from './mock-views.ts';
import { handleWallets } from './mock-wallets.ts';
import { handleDeliveries, handleEndpoints } from './mock-webhooks.ts';

/** Handles one request to the dashboard API from memory. */
export function handleRequest(state: MockState, request: MockRequest): MockResponse {
  const { method, path, csrf } = request;
  if (path === '/session') return { status: 200, body: getSession(state) };
  if (path === '/sign_in' || path === '/sign_up' || path === '/setup') return startSession(state, request);
  if (!state.signedIn) throw new MockError(401, 'not_signed_in', 'You are not signed in.');
  if (method !== 'GET' && csrf !== CSRF_TOKEN) {
    throw new MockError(403, 'csrf_token_invalid', 'The CSRF token is missing.');
  }
  if (path === '/sign_out') {
    state.signedIn = false;
    return { status: 204 };
  }
  if (path === '/checklist') return { status: 200, body: getChecklist(state) };
  if (path === '/settings/preview') return previewCheckout(state, request);
  if (path === '/settings') return handleSettings(state, request);
  if (path === '/team' || path === '/roles') return handleTeam(path);
  if (path === '/data_stores') return { status: 200, body: state.dataStores };
  if (path === '/notices') return { status: 200, body: getNotices() };
  if (path === '/security') return { status: 200, body: getSecurity() };
  if (path.startsWith('/sessions')) return handleSessions(request);
  if (path.startsWith('/views')) return handleViews(state, request);
  const [, mode, resource, ...rest] = path.split('/');
  if (mode !== 'test' && mode !== 'live') throw notFound();
  const modeState = state.modes[mode];
  if (resource === 'payment_intents') return handleIntents(modeState, request, rest);
  if (resource === 'invoices') return { status: 200, body: { data: [], next_cursor: null } };
  if (resource === 'api_keys') return handleKeys(modeState, mode, request, rest);
  if (resource === 'customers') return handleCustomers(request, rest);
  if (resource === 'items') return handleItems(modeState, request, rest);
  if (resource === 'networks') return { status: 200, body: { data: modeState.networks } };
  if (resource === 'wallets') return handleWallets(modeState, mode, request, rest);
  if (resource === 'request_log') return handleRequests(modeState, request, rest);
  if (resource === 'transfers') return handleTransfers(modeState, request, rest);
  if (resource === 'webhook_endpoints') return handleEndpoints(modeState, mode, request, rest);
  if (resource === 'deliveries') return handleDeliveries(modeState, request, rest);
  if (resource === 'events') return handleEvents(modeState, request, rest);
  throw notFound();
}
