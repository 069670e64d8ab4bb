import { useQuery } from '@tanstack/react-query';
import type { SignedIn } from '../api/generated.ts';
import { loadSession } from '../api/session-client.ts';

/** The session on a page that requires signing in. */
export function useSession(): SignedIn {
  const { data } = useQuery({ queryKey: ['session'], queryFn: loadSession, staleTime: Number.POSITIVE_INFINITY });
  return data?.signed_in ? data : EMPTY_SESSION;
}

/** Used for the moment between signing out and the next page. */
const EMPTY_SESSION: SignedIn = {
  signed_in: true,
  csrf_token: '',
  user: { id: '', email: '', operator: false },
  merchant: { id: '', name: '' },
  role: 'support',
  permissions: [],
  base_url: '',
  signup_open: false,
};
