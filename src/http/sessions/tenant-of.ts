import { Problem } from '../../domain/errors.ts';
import type { Mode } from '../../domain/keys/key.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';

export interface ModeCall {
  signedIn: SignedIn;
  params: { mode: Mode | undefined };
}

/** The merchant of the session, in the mode of the path. */
export function tenantOf(context: Pick<Context, 'clock'>, { signedIn, params: { mode } }: ModeCall): Tenant {
  if (mode === undefined) throw new Problem('not_found', 'The mode must be "test" or "live".');
  const { merchant } = signedIn;
  if (merchant.pausedUntilMs !== undefined && merchant.pausedUntilMs > context.clock.nowMs()) {
    throw new Problem('unavailable', 'The merchant’s data store is being moved. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  return { merchantId: merchant.id, dataStoreId: merchant.dataStoreId, livemode: mode === 'live' };
}
