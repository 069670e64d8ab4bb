import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';
import { confirmSession } from './confirm-session.ts';

/** The password in a body of the dashboard, for what must not be possible with a stolen session in live mode. */
export const PasswordInLiveMode = (when = '') =>
  Type.Optional(
    Type.String({
      maxLength: LIMITS.passwordSentLengthMax,
      description: `The password of the signed-in user. Required in live mode${when}.`,
    }),
  );

/** Throws in live mode unless `password` is that of the signed-in user. `detail` asks for a missing one. */
export async function confirmInLiveMode(
  context: Context,
  signedIn: SignedIn,
  { livemode }: Pick<Tenant, 'livemode'>,
  { password, detail }: { password: string | undefined; detail: string },
): Promise<void> {
  if (livemode) await confirmSession(context, signedIn, password, detail);
}
