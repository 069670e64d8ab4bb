import type { Route } from '../server/route.ts';
import { presentSignedIn } from './present-session.ts';
import { SessionSchema } from './session-schema.ts';

export const getSession: Route = {
  id: 'session.get',
  method: 'GET',
  path: '/dashboard/api/session',
  tag: 'Session',
  summary: 'Who is signed in?',
  access: 'visitor',
  answers: { 200: { description: 'Who, or that nobody is.', schema: SessionSchema } },
  async handle(context, { visit }) {
    if (visit.signedIn) return { status: 200, body: presentSignedIn(context, visit.signedIn) };
    const body = {
      signed_in: false,
      setup_open: !(await context.users.exist()),
      signup_open: context.config.signup === 'open',
    };
    return { status: 200, body: JSON.stringify(body) };
  },
};
