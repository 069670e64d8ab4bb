import { parseId } from '../../domain/ids.ts';
import { endSession as endSessionUseCase } from '../../usecases/sessions/end-session.ts';
import type { Route } from '../server/route.ts';

export const endSession: Route = {
  id: 'sessions.end',
  method: 'DELETE',
  path: '/dashboard/api/sessions/{session_id}',
  tag: 'Session',
  summary: 'Sign out one device',
  access: 'session',
  budget: 'create',
  answers: { 204: { description: 'It is signed out.' } },
  async handle(context, { signedIn, params }) {
    await endSessionUseCase(context, signedIn, parseId('ses', params['session_id'] ?? ''));
    return { status: 204, body: '' };
  },
};
