import { signOut as signOutUseCase } from '../../usecases/sessions/sign-out.ts';
import { defineRoute } from '../server/route.ts';
import { requireCookie } from './session-cookie.ts';

export const signOut = defineRoute({
  id: 'session.sign_out',
  method: 'POST',
  path: '/dashboard/api/sign_out',
  tag: 'Session',
  summary: 'Sign out',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  answers: { 204: { description: 'The user is signed out.' } },
}).handle(async (context, { signedIn, visit }) => {
  await signOutUseCase(context, signedIn, visit.address);
  return { status: 204, headers: { 'set-cookie': requireCookie(context.config.baseUrl).clear() } };
});
