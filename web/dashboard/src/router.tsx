import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchMiddleware,
} from '@tanstack/react-router';
import { loadSession } from './api/session-client.ts';
import { isDeliveryState } from './format/delivery.ts';
import type { EventsSearch } from './pages/events/events-search.ts';
import { readIntentsSearch } from './pages/intents/intents-search.ts';
import { type InvoicesSearch, readInvoicesSearch } from './pages/invoices/invoices-search.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { type RequestsSearch, readMethod } from './pages/requests/requests-search.ts';
import { safeRedirect } from './pages/sessions/safe-redirect.ts';
import { StartError } from './pages/start-error.tsx';
import type { AuditSearch } from './pages/team/audit-search.ts';
import type { EndpointSearch } from './pages/webhooks/endpoint-search.ts';
import { Announcer } from './shell/announcer.tsx';
import { Shell } from './shell/shell.tsx';

/** Validators return every member, even if undefined, because the router keeps unvalidated URL parameters. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const root = createRootRoute({
  component: () => (
    <Announcer>
      <Outlet />
    </Announcer>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: StartError,
});

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  validateSearch: (search): { next?: string | undefined } => ({ next: safeRedirect(search['next']) }),
});

const signIn = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/sign-in',
  loader: loadSession,
  component: lazyRouteComponent(() => import('./pages/sessions/sign-in-page.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/sign-up',
  loader: loadSession,
  component: lazyRouteComponent(() => import('./pages/sessions/sign-up-page.tsx'), 'SignUpPage'),
});

const setUp = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/setup',
  loader: loadSession,
  component: lazyRouteComponent(() => import('./pages/sessions/set-up-page.tsx'), 'SetUpPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/forgot-password',
  loader: loadSession,
  component: lazyRouteComponent(() => import('./pages/sessions/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/reset-password',
  component: lazyRouteComponent(() => import('./pages/sessions/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const invitation = createRoute({
  getParentRoute: () => signedOut,
  path: '/dashboard/invitation',
  component: lazyRouteComponent(() => import('./pages/team/invitation-page.tsx'), 'InvitationPage'),
});

interface ModeSearch {
  mode?: 'live' | undefined;
}

/** Every link keeps the current mode, unless it sets one. */
const keepMode: SearchMiddleware<ModeSearch> = ({ search, next }) => {
  const result = next(search);
  return 'mode' in result || search.mode === undefined ? result : { ...result, mode: search.mode };
};

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: (search): ModeSearch => (search['mode'] === 'live' ? { mode: 'live' } : {}),
  search: { middlewares: [keepMode] },
  beforeLoad: async ({ location }) => {
    const session = await loadSession();
    if (!session.signed_in) throw redirect({ to: '/dashboard/sign-in', search: { next: location.href } });
  },
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./pages/home-page.tsx'), 'HomePage'),
});

const intents = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/payments',
  validateSearch: readIntentsSearch,
  component: lazyRouteComponent(() => import('./pages/intents/intents-page.tsx'), 'IntentsPage'),
});

const transfers = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/payments/unmatched',
  validateSearch: (search): { cursor?: string | undefined } => ({ cursor: text(search['cursor']) }),
  component: lazyRouteComponent(() => import('./pages/transfers/transfers-page.tsx'), 'TransfersPage'),
});

const invoices = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/payments/invoices',
  validateSearch: (search): InvoicesSearch => readInvoicesSearch(search),
  component: lazyRouteComponent(() => import('./pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
});

const newIntent = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/payments/new',
  component: lazyRouteComponent(() => import('./pages/intents/new-intent-page.tsx'), 'NewIntentPage'),
});

const intent = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/payments/$id',
  component: lazyRouteComponent(() => import('./pages/intents/intent-page.tsx'), 'IntentPage'),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/api-keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const endpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/webhooks/$id',
  validateSearch: (search): EndpointSearch => {
    const { state } = search;
    return { state: isDeliveryState(state) ? state : undefined, cursor: text(search['cursor']) };
  },
  component: lazyRouteComponent(() => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/webhooks/deliveries/$id',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
});

const events = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/events',
  validateSearch: (search): EventsSearch => ({
    type: text(search['type']),
    payment: text(search['payment']),
    cursor: text(search['cursor']),
  }),
  component: lazyRouteComponent(() => import('./pages/events/events-page.tsx'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/events/$id',
  component: lazyRouteComponent(() => import('./pages/events/event-page.tsx'), 'EventPage'),
});

const requests = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/developers/logs',
  validateSearch: (search): RequestsSearch => ({
    status: text(search['status']),
    method: readMethod(search['method']),
    route: text(search['route']),
    problem: text(search['problem']),
    key_id: text(search['key_id']),
    after: text(search['after']),
    before: text(search['before']),
    cursor: text(search['cursor']),
    request: text(search['request']),
  }),
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings',
  component: lazyRouteComponent(() => import('./pages/merchants/settings-page.tsx'), 'SettingsPage'),
});

const wallets = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings/wallets',
  component: lazyRouteComponent(() => import('./pages/wallets/wallets-page.tsx'), 'WalletsPage'),
});

const networks = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings/networks',
  component: lazyRouteComponent(() => import('./pages/networks/networks-page.tsx'), 'NetworksPage'),
});

const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings/team',
  component: lazyRouteComponent(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/account',
  component: lazyRouteComponent(() => import('./pages/sessions/account-page.tsx'), 'AccountPage'),
});

const auditLog = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings/audit-log',
  validateSearch: (search): AuditSearch => ({
    actor: text(search['actor']),
    kind: text(search['kind']),
    cursor: text(search['cursor']),
  }),
  component: lazyRouteComponent(() => import('./pages/team/audit-page.tsx'), 'AuditPage'),
});

const dataStores = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/settings/data-stores',
  component: lazyRouteComponent(() => import('./pages/data-stores/data-stores-page.tsx'), 'DataStoresPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signedOut.addChildren([signIn, signUp, setUp, forgotPassword, resetPassword, invitation]),
    signedIn.addChildren([
      home,
      intents,
      transfers,
      invoices,
      newIntent,
      intent,
      keys,
      webhooks,
      endpoint,
      delivery,
      events,
      event,
      requests,
      settings,
      wallets,
      networks,
      team,
      auditLog,
      dataStores,
      account,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Readable URLs: `?q=42` rather than quoted JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
