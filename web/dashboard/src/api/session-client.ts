import { QueryClient } from '@tanstack/react-query';
import { ApiError, createClient, type SessionListeners } from './client.ts';
import type { Session } from './types.ts';

/** The page's only cache. It is cleared on sign-out. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      // The server may be on this machine, which a browser calls offline when it has no network.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // Client errors do not go away with a retry.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

let signedOutListener: () => void = () => undefined;

/** Called when the server reports that the session has ended. */
export function onSignedOut(listener: () => void): void {
  signedOutListener = listener;
}

let secondFactorListener: SessionListeners['askSecondFactor'] = async () => false;

/** Called when a request needs the second factor again. Returns a function that ends it. */
export function onSecondFactor(listener: SessionListeners['askSecondFactor']): () => void {
  secondFactorListener = listener;
  return () => {
    secondFactorListener = async () => false;
  };
}

export const client = createClient(
  (input, init) => fetch(input, init),
  () => signedOutListener(),
  { onDenied: () => void reloadSession(), askSecondFactor: (error) => secondFactorListener(error) },
);

const reloadSession = async () => storeSession(await client.call('GET /session'));

/** Stores the session and its CSRF token, which every later write sends. */
export function storeSession(session: Session): Session {
  client.setCsrfToken(session.signed_in ? session.csrf_token : null);
  queryClient.setQueryData(['session'], session);
  return session;
}

export async function loadSession(): Promise<Session> {
  const cached = queryClient.getQueryData<Session>(['session']);
  return cached ?? storeSession(await client.call('GET /session'));
}

/** Clears everything that was loaded while signed in. */
export function clearSession(): void {
  queryClient.clear();
  client.setCsrfToken(null);
}
