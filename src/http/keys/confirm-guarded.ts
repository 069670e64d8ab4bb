import type { Mode } from '../../domain/keys/key.ts';
import { isGuarded, type Scope } from '../../domain/keys/scope.ts';
import { checkGrant } from '../../usecases/keys/check-grant.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';
import { confirmSession } from '../sessions/confirm-session.ts';

const ASK = 'Enter your password: this key can change wallets, webhooks or the status of payments.';

/** Checks the role, and asks for the password if a key with these scopes needs it in this mode. Returns whether it does. */
export async function confirmGuarded(
  context: Context,
  signedIn: SignedIn,
  key: { scopes: readonly Scope[]; mode: Mode },
  password: string | undefined,
): Promise<boolean> {
  checkGrant(signedIn.role, key.scopes);
  const needed = isGuarded(key.scopes, key.mode);
  if (needed) await confirmSession(context, signedIn, password, ASK);
  return needed;
}
