import { isIP } from 'node:net';
import { Problem } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { ApiKey } from '../../ports/keys.ts';
import type { Ports } from '../../ports/ports.ts';
import { issueKey, type KeyOptions } from './issue-key.ts';

/** A new key pair for a merchant. The private key is in the answer and, of a live key, nowhere else. */
export async function createKey(
  ports: Ports,
  input: KeyOptions & { actor: string },
): Promise<{ key: ApiKey; privateKey: string }> {
  const { actor, ...wish } = input;
  await checkMerchant(ports, wish.merchantId);
  for (const cidr of wish.allowedCidrs ?? []) checkCidr(cidr);
  if (wish.expiresAtMs !== undefined && wish.expiresAtMs <= ports.clock.nowMs()) {
    throw new Problem('validation_failed', 'The expiry lies in the past.', {
      errors: [{ pointer: '#/expires_at', code: 'out_of_range', detail: 'Must lie in the future.' }],
    });
  }
  const issued = issueKey(ports, wish);
  await ports.keys.insert(issued.key, {
    actor,
    action: 'api_key.created',
    merchantId: wish.merchantId,
    subject: issued.key.id,
    details: { name: issued.key.name, livemode: issued.key.livemode, scopes: issued.key.scopes },
    atMs: issued.key.createdAtMs,
  });
  return issued;
}

async function checkMerchant(ports: Ports, id: MerchantId): Promise<void> {
  if (!(await ports.merchants.find(id))) throw new UserError(`There is no merchant ${id}.`);
}

function checkCidr(cidr: string): void {
  const [network = '', prefix = '', ...rest] = cidr.split('/');
  const bits = isIP(network) === 6 ? 128 : 32;
  if (isIP(network) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) {
    throw new UserError(`"${cidr}" is no address range; write it like 203.0.113.0/24 or 2001:db8::/32.`);
  }
}
