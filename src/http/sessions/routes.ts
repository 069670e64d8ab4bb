import { endSession } from './end-session.ts';
import { getSession } from './get-session.ts';
import { listSessions } from './list-sessions.ts';
import { noticeRoutes } from './notice-routes.ts';
import { passwordResetRoutes } from './password-reset-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { setUp } from './set-up.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

export const sessionRoutes = [
  getSession,
  setUp,
  signUp,
  signIn,
  signOut,
  ...passwordResetRoutes,
  listSessions,
  endSession,
  ...securityRoutes,
  ...noticeRoutes,
];
