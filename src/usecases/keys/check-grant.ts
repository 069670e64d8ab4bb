import { Problem } from '../../domain/errors.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import { isAllowed, type MemberRole } from '../../domain/team/roles.ts';

/** A member gets no key that may do more than the member. */
export function checkGrant(role: MemberRole, scopes: readonly Scope[]): void {
  const excess = scopes.filter((scope) => !isAllowed(role, scope));
  if (excess.length === 0) return;
  throw new Problem(
    'permission_denied',
    `Your role is ${role}. It cannot use keys with ${excess.join(', ')}. Ask an owner.`,
  );
}
