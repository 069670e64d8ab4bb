import type { Permission } from '../../domain/team/roles.ts';
import { callerOf } from '../sessions/caller-of.ts';
import type { Caller } from './call.ts';
import type { Context } from './context.ts';
import type { KeyedRoute, SessionRoute } from './route.ts';

/**
 * The dashboard's version of a route: the session determines the merchant, and the path the mode. A member needs the
 * permission with the name of the scope that a key needs, unless there is a narrower one. `complete` reads what a key would
 * have brought along.
 */
export function toSessionRoute(
  route: KeyedRoute,
  permission: Permission = route.access,
  complete: (context: Context, caller: Caller) => Caller | Promise<Caller> = (_context, caller) => caller,
): SessionRoute {
  const { handleVisitor: _, access: __, handle, ...rest } = route;
  return {
    ...rest,
    id: `dashboard.${route.id}`,
    path: route.path.replace('/{public_key}', '/dashboard/api/{mode}'),
    access: 'session',
    permission,
    async handle(context, call) {
      const caller = await callerOf(context, { signedIn: call.signedIn, params: { mode: call.params.mode } });
      const params = { ...call.params, public_key: caller.publicKey };
      return handle(context, { ...call, params, principal: await complete(context, caller) });
    },
  };
}
