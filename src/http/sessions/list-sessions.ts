import { listSessions as listSessionsUseCase } from '../../usecases/sessions/list-sessions.ts';
import type { Route } from '../server/route.ts';
import { SessionListSchema } from './session-schema.ts';

export const listSessions: Route = {
  id: 'sessions.list',
  method: 'GET',
  path: '/dashboard/api/sessions',
  tag: 'Session',
  summary: 'Where you are signed in',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'The device seen last first.', schema: SessionListSchema } },
  async handle(context, { signedIn }) {
    const sessions = await listSessionsUseCase(context, signedIn);
    const data = sessions.map((session) => ({
      id: session.id,
      current: session.id === signedIn.session.id,
      created_at: new Date(session.createdAtMs).toISOString(),
      last_seen_at: new Date(session.lastSeenAtMs).toISOString(),
      address: session.address,
      user_agent: session.userAgent,
    }));
    return { status: 200, body: JSON.stringify({ data }) };
  },
};
