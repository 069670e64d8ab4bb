import { Problem } from '../../domain/errors.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import { confirmPassword } from '../../usecases/sessions/confirm-password.ts';
import type { Context } from '../server/context.ts';

/** Throws unless the body has the password of the signed-in user. `detail` asks for a missing one. */
export async function confirmSession(
  context: Context,
  signedIn: SignedIn,
  password: string | undefined,
  detail: string,
): Promise<void> {
  if (password === undefined) {
    throw new Problem('validation_failed', 'One field is missing or invalid.', {
      errors: [{ pointer: '#/password', code: 'required', detail }],
    });
  }
  await confirmPassword(context, signedIn, password);
}
