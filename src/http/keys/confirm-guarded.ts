import { isGuarded, type Scope } from '../../domain/keys/scope.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';
import { confirmSession } from '../sessions/confirm-session.ts';

const ASK = 'Enter your password: this key can change wallets or settle payments.';

/** Asks for the password if a key with these scopes needs it. Returns whether it does. */
export async function confirmGuarded(
  context: Context,
  signedIn: SignedIn,
  scopes: readonly Scope[],
  password: string | undefined,
): Promise<boolean> {
  const needed = isGuarded(scopes);
  if (needed) await confirmSession(context, signedIn, password, ASK);
  return needed;
}
