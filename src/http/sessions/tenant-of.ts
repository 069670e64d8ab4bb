import { Problem } from '../../domain/errors.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Context, SessionCall } from '../server/route.ts';

/** Whose data a call of the dashboard is about: the merchant of the session, and the mode in the path. */
export function tenantOf(context: Context, { signedIn, params }: SessionCall): Tenant {
  const { mode } = params;
  if (mode !== 'test' && mode !== 'live') throw new Problem('not_found', 'The mode is "test" or "live".');
  const { merchant } = signedIn;
  if (merchant.pausedUntilMs !== undefined && merchant.pausedUntilMs > context.clock.nowMs()) {
    throw new Problem('unavailable', 'The data store of this merchant is being changed. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  return { merchantId: merchant.id, dataStoreId: merchant.dataStoreId, livemode: mode === 'live' };
}
