import type { Scope } from '../keys/scope.ts';

/** What a member of a team is. Everybody who had an account before there were roles is an owner. */
export const MEMBER_ROLES = ['owner', 'developer', 'accountant', 'support'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

interface PermissionRow {
  /** What it allows, as a sentence for people. */
  allows: string;
  roles: readonly MemberRole[];
}

/**
 * Who may do what: the only source for the gate of the dashboard API, the documentation and the Team page. A permission
 * with the name of a scope is also what a member needs to give this scope to an API key.
 */
export const PERMISSIONS = {
  'account:write': {
    allows: 'Manage your own password, second factor and devices.',
    roles: ['owner', 'developer', 'accountant', 'support'],
  },
  'payments:read': {
    allows:
      'See, search and export payments, unmatched transfers, invoices, items, wallets, networks and settings; save views of payments.',
    roles: ['owner', 'developer', 'accountant', 'support'],
  },
  'team:read': {
    allows: 'See the team and what each role may do.',
    roles: ['owner', 'developer', 'accountant', 'support'],
  },
  'payments:write': {
    allows: 'Create and cancel payments, and simulate them in test mode.',
    roles: ['owner', 'developer', 'support'],
  },
  'events:read': {
    allows: 'See events, webhook endpoints, deliveries and the request log.',
    roles: ['owner', 'developer', 'support'],
  },
  'items:write': { allows: 'Change items.', roles: ['owner', 'developer'] },
  'webhooks:write': { allows: 'Change webhook endpoints, and resend events.', roles: ['owner', 'developer'] },
  'keys:write': {
    allows: 'See, create, roll and revoke API keys, with scopes that the role has itself.',
    roles: ['owner', 'developer'],
  },
  'audit:read': { allows: 'See the audit log.', roles: ['owner', 'accountant'] },
  'payments:override': {
    allows:
      'Decide on payments that need review, mark payments as paid, assign transfers, and erase a customer’s data.',
    roles: ['owner'],
  },
  'wallets:write': { allows: 'Change wallets.', roles: ['owner'] },
  'settings:write': { allows: 'Change settings.', roles: ['owner'] },
  'team:write': { allows: 'Invite and remove members, and change their roles.', roles: ['owner'] },
} as const satisfies Record<string, PermissionRow> & Record<Scope, PermissionRow>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

export function isAllowed(role: MemberRole, permission: Permission): boolean {
  const { roles }: PermissionRow = PERMISSIONS[permission];
  return roles.includes(role);
}

export const permissionsOf = (role: MemberRole): Permission[] =>
  PERMISSION_NAMES.filter((permission) => isAllowed(role, permission));
