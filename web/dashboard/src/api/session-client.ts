import { QueryClient } from '@tanstack/react-query';
import { ApiError, createClient } from './client.ts';
import type { Session } from './types.ts';

/** The one cache of the page. Nothing in it outlives signing out. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A wrong address or a missing right does not get better by asking again.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});

let signedOutListener: () => void = () => undefined;

/** Called when the server says that the session is over. */
export function onSignedOut(listener: () => void): void {
  signedOutListener = listener;
}

export const client = createClient(
  (input, init) => fetch(input, init),
  () => signedOutListener(),
);

/** Remembers who is signed in; the token goes with every later change. */
export function keepSession(session: Session): Session {
  client.setCsrfToken(session.signed_in ? session.csrf_token : null);
  queryClient.setQueryData(['session'], session);
  return session;
}

export async function loadSession(): Promise<Session> {
  const known = queryClient.getQueryData<Session>(['session']);
  return known ?? keepSession(await client.call('GET /session'));
}

/** Forgets everything that was read while signed in. */
export function forgetSession(): void {
  queryClient.clear();
  client.setCsrfToken(null);
}
