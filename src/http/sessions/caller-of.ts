import { findPublicKey } from '../../usecases/keys/find-public-key.ts';
import type { Caller } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { type ModeCall, tenantOf } from './tenant-of.ts';

/** The signed-in member in the place of a key. */
export async function callerOf(context: Context, call: ModeCall): Promise<Caller> {
  const tenant = tenantOf(context, call);
  return { ...tenant, publicKey: await findPublicKey(context, tenant), userId: call.signedIn.user.id };
}
