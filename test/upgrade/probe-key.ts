import { create, type Keys } from '../support/client.ts';
import type { KeyProbe } from './api-types.ts';

/** How a key is answered, without making anything: a key that may create gets 422 for the empty body. */
export async function probeKey(baseUrl: string, name: string, keys: Keys): Promise<KeyProbe> {
  const { status, json } = await create(baseUrl, keys, {});
  const { public_key, private_key } = keys;
  return { name, keys: { public_key, private_key }, status, code: String(json['code']) };
}
