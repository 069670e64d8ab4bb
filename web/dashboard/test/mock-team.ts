import type { Member, SignedIn } from '../src/api/generated.ts';
import { type MockResponse, notFound } from './mock-request.ts';

/** Of an owner. */
export const PERMISSIONS: SignedIn['permissions'] = [
  'account:write',
  'payments:read',
  'team:read',
  'payments:write',
  'events:read',
  'items:write',
  'webhooks:write',
  'keys:write',
  'audit:read',
  'payments:override',
  'wallets:write',
  'settings:write',
  'team:write',
];

/** The routes that only read the team. */
export function handleTeam(path: string): MockResponse {
  const joined_at = new Date().toISOString();
  const owner: Member = { id: 'usr_1', email: 'owner@example.com', role: 'owner', joined_at, current: true };
  if (path === '/team') return { status: 200, body: { members: [owner], invitations: [] } };
  if (path !== '/roles') throw notFound();
  const permissions = PERMISSIONS.map((name) => ({ name, allows: `Do ${name}.` }));
  return { status: 200, body: { roles: [{ name: 'owner', permissions: PERMISSIONS }], permissions } };
}
