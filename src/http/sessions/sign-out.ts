import { signOut as signOutUseCase } from '../../usecases/sessions/sign-out.ts';
import type { Route } from '../server/route.ts';
import { demandCookie } from './session-cookie.ts';

export const signOut: Route = {
  id: 'session.sign_out',
  method: 'POST',
  path: '/dashboard/api/sign_out',
  tag: 'Session',
  summary: 'Sign out',
  access: 'session',
  budget: 'create',
  answers: { 204: { description: 'Signed out.' } },
  async handle(context, { signedIn }) {
    await signOutUseCase(context, signedIn);
    return { status: 204, headers: { 'set-cookie': demandCookie(context.config.baseUrl).clear() }, body: '' };
  },
};
