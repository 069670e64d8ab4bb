import { findPublicKey } from '../../usecases/keys/find-public-key.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import type { KeyedRoute, SessionRoute } from './route.ts';

/** The same operation for somebody at the dashboard: the session says whose data it is, and the path which mode. */
export function forSession(route: KeyedRoute): SessionRoute {
  const { handleSigned: _, access: __, handle, ...rest } = route;
  return {
    ...rest,
    id: `dashboard.${route.id}`,
    path: route.path.replace('/{public_key}', '/dashboard/api/{mode}'),
    access: 'session',
    async handle(context, call) {
      const tenant = tenantOf(context, call);
      const publicKey = await findPublicKey(context, tenant);
      const params = { ...call.params, public_key: publicKey };
      return handle(context, { ...call, params, principal: { ...tenant, publicKey, userId: call.signedIn.user.id } });
    },
  };
}
