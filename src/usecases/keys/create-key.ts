import { Problem } from '../../domain/errors.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { isIpRange } from '../../domain/ip-ranges.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Ports } from '../../ports/ports.ts';
import { issueKey, type KeyOptions } from './issue-key.ts';

/**
 * Creates a key pair for a merchant. The private part of a live key exists only in the return value. The audit entry says
 * whether the actor confirmed it with the password.
 */
export async function createKey(
  ports: Ports,
  input: KeyOptions & { actor: string; address?: string | undefined; confirmed?: boolean },
): Promise<{ key: ApiKey; privateKey: string }> {
  const { actor, address, confirmed, ...options } = input;
  await checkMerchant(ports, options.merchantId);
  const { allowedCidrs = [] } = options;
  for (const cidr of allowedCidrs) checkCidr(cidr);
  if (allowedCidrs.length > LIMITS.allowedCidrsMax) {
    throw new Problem('validation_failed', `A key has at most ${LIMITS.allowedCidrsMax} address ranges.`);
  }
  if (options.expiresAtMs !== undefined && options.expiresAtMs <= ports.clock.nowMs()) {
    throw new Problem('validation_failed', 'The expiry is in the past.', {
      errors: [{ pointer: '#/expires_at', code: 'out_of_range', detail: 'Must be in the future.' }],
    });
  }
  const issued = issueKey(ports, options);
  await ports.keys.insert(issued.key, {
    actor,
    action: 'api_key.created',
    merchantId: options.merchantId,
    subject: issued.key.id,
    details: {
      name: issued.key.name,
      livemode: issued.key.livemode,
      scopes: issued.key.scopes,
      ...(issued.key.allowedCidrs.length > 0 && { allowed_cidrs: issued.key.allowedCidrs }),
      confirmed,
      address,
    },
    atMs: issued.key.createdAtMs,
  });
  return issued;
}

async function checkMerchant(ports: Ports, id: MerchantId): Promise<void> {
  if (!(await ports.merchants.find(id))) throw new UserError(`There is no merchant ${id}.`, 'not_found');
}

function checkCidr(cidr: string): void {
  if (!cidr.includes('/') || !isIpRange(cidr)) {
    const detail = `"${cidr}" is not an address range. Use a form such as 203.0.113.0/24 or 2001:db8::/32.`;
    throw new Problem('validation_failed', detail);
  }
}
