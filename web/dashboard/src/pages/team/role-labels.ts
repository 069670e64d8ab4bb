import type { Member } from '../../api/generated.ts';

export type Role = Member['role'];

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  developer: 'Developer',
  accountant: 'Accountant',
  support: 'Support',
};

export const ROLES = Object.keys(ROLE_LABELS) as Role[];
