import type { SignedIn } from '../api/generated.ts';
import { useSession } from './use-session.ts';

export type Permission = SignedIn['permissions'][number];

/** Whether the role of the signed-in user allows something. The server checks it, too. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}
