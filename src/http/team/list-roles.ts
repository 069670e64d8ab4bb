import { MEMBER_ROLES, PERMISSION_NAMES, PERMISSIONS, permissionsOf } from '../../domain/team/roles.ts';
import { defineRoute } from '../server/route.ts';
import { RolesSchema } from './team-schema.ts';

const roles = MEMBER_ROLES.map((name) => ({ name, permissions: permissionsOf(name) }));
const permissions = PERMISSION_NAMES.map((name) => ({ name, allows: PERMISSIONS[name].allows }));

export const listRoles = defineRoute({
  id: 'roles.list',
  method: 'GET',
  path: '/dashboard/api/roles',
  tag: 'Team',
  summary: 'List roles',
  access: 'session',
  permission: 'team:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns every role and permission.', schema: RolesSchema } },
}).handle(() => ({ status: 200, body: { roles, permissions } }));
