import { BACKGROUND_ROLES, type BackgroundRole, roleLease } from '../../domain/role.ts';
import type { Ports } from '../../ports/ports.ts';

export interface RoleView {
  role: BackgroundRole;
  /** Whether a process with this role has reported lately, on any node. */
  isRunning: boolean;
}

export async function viewRoles({ clock, leases }: Pick<Ports, 'clock' | 'leases'>): Promise<RoleView[]> {
  const held = await leases.listHeld(BACKGROUND_ROLES.map(roleLease), clock.nowMs());
  return BACKGROUND_ROLES.map((role) => ({ role, isRunning: held.includes(roleLease(role)) }));
}
