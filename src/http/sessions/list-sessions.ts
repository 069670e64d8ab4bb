import { listSessions as listSessionsUseCase } from '../../usecases/sessions/list-sessions.ts';
import { defineRoute } from '../server/route.ts';
import { presentDevice } from './present-session.ts';
import { SessionListSchema } from './session-schema.ts';

export const listSessions = defineRoute({
  id: 'sessions.list',
  method: 'GET',
  path: '/dashboard/api/sessions',
  tag: 'Session',
  summary: 'List signed-in devices',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns all devices, most recently active first.', schema: SessionListSchema } },
}).handle(async (context, { signedIn }) => {
  const sessions = await listSessionsUseCase(context, signedIn);
  return { status: 200, body: { data: sessions.map((session) => presentDevice(session, signedIn)) } };
});
