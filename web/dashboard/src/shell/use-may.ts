import type { SignedIn } from '../api/generated.ts';
import { useSession } from './use-session.ts';

export type Permission = SignedIn['permissions'][number];

/** What something needs: a permission of the role, or that the user is an operator of the server. */
export type Need = Permission | 'operator';

/** Whether the signed-in user may do something. The server checks it, too. */
export function useMay(): (need: Need) => boolean {
  const { permissions, user } = useSession();
  return (need) => (need === 'operator' ? user.operator : permissions.includes(need));
}
