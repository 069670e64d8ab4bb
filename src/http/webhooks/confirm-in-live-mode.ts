import type { Tenant } from '../../ports/stores.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';
import { confirmSession } from '../sessions/confirm-session.ts';

/** In live mode, a stolen session must not be enough to redirect events. */
export async function confirmInLiveMode(
  context: Context,
  signedIn: SignedIn,
  { livemode }: Pick<Tenant, 'livemode'>,
  password: string | undefined,
): Promise<void> {
  if (livemode) await confirmSession(context, signedIn, password, 'Enter your password to change a live endpoint.');
}
