import { defineRoute } from '../server/route.ts';
import { presentSignedIn, presentSignedOut } from './present-session.ts';
import { SessionSchema } from './session-schema.ts';

export const getSession = defineRoute({
  id: 'session.get',
  method: 'GET',
  path: '/dashboard/api/session',
  tag: 'Session',
  summary: 'Retrieve the session',
  access: 'visitor',
  answers: { 200: { description: 'Returns the signed-in user, if any.', schema: SessionSchema } },
}).handle(async (context, { visit }) => {
  if (visit.signedIn) return { status: 200, body: presentSignedIn(context, visit.signedIn) };
  return { status: 200, body: presentSignedOut(context, await context.users.exist()) };
});
