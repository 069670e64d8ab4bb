import { endSession as endSessionUseCase } from '../../usecases/sessions/end-session.ts';
import { defineRoute } from '../server/route.ts';

export const endSession = defineRoute({
  id: 'sessions.end',
  method: 'DELETE',
  path: '/dashboard/api/sessions/{session_id}',
  tag: 'Session',
  summary: 'Sign out a device',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  answers: { 204: { description: 'The device is signed out.' } },
}).handle(async (context, { signedIn, visit, params }) => {
  await endSessionUseCase(context, signedIn, { id: params.session_id, address: visit.address });
  return { status: 204 };
});
