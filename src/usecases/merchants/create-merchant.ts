import { Problem } from '../../domain/errors.ts';
import { makeId } from '../../domain/ids.ts';
import type { ApiKey } from '../../domain/keys/api-key.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { placeMerchant } from '../../domain/merchants/place-merchant.ts';
import { foldEmail } from '../../domain/sessions/fold-email.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Ports } from '../../ports/ports.ts';
import { issueKey } from '../keys/issue-key.ts';

export interface NewMerchant {
  merchant: Merchant;
  owner: User;
  key: ApiKey;
  privateKey: string;
}

/**
 * Creates a merchant with its first user and a test key pair; with a setup link, only while that link is valid. The user of
 * a setup link is an operator.
 */
export async function createMerchant(
  ports: Pick<Ports, 'clock' | 'random' | 'vault' | 'passwords' | 'merchants' | 'dataStores'>,
  input: {
    name: string;
    email: string;
    password: string;
    actor: string;
    address?: string | undefined;
    setUpLinkHash?: string;
  },
): Promise<NewMerchant> {
  const email = checkEmail(input.email);
  checkPassword(input.password);
  if (input.name.trim() === '') throw notValid('business_name', 'Enter your business name.');
  const nowMs = ports.clock.nowMs();
  const merchant: Merchant = {
    id: makeId('mer', nowMs, ports.random.bytes(10)),
    name: input.name.trim(),
    dataStoreId: placeMerchant(await ports.dataStores.list(), await ports.merchants.countByStore()),
    pausedUntilMs: undefined,
    expiresInSeconds: undefined,
    createdAtMs: nowMs,
  };
  const owner = {
    id: makeId('usr', nowMs, ports.random.bytes(10)),
    email,
    passwordHash: await ports.passwords.hash(input.password),
    createdAtMs: nowMs,
    // The link is printed on the server's terminal or log, which only somebody who runs the server sees.
    isOperator: input.setUpLinkHash !== undefined,
  };
  const { key, privateKey } = issueKey(ports, { merchantId: merchant.id, mode: 'test', name: 'First test key' });
  const stored = await ports.merchants.insert(
    { merchant, owner, key },
    {
      actor: input.actor,
      action: 'merchant.created',
      merchantId: merchant.id,
      subject: merchant.id,
      details: { user: owner.id, key: key.id, operator: owner.isOperator || undefined, address: input.address },
      atMs: nowMs,
    },
    input.setUpLinkHash,
  );
  if (!stored) throw new Problem('email_taken', `A user with the email address ${email} already exists.`);
  return { merchant, owner, key, privateKey };
}

export function checkEmail(email: string): string {
  const trimmed = email.trim();
  // A single character can become eighteen.
  const length = Math.max(trimmed.length, foldEmail(trimmed).length);
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed) || length > LIMITS.emailLengthMax) {
    throw notValid('email', `"${email}" is not an email address.`);
  }
  return trimmed;
}

export function checkPassword(password: string): void {
  const { passwordLengthMin: min, passwordLengthMax: max } = LIMITS;
  if (password.length < min) throw notValid('password', `Use at least ${min} characters.`);
  if (password.length > max) throw notValid('password', `Use at most ${max} characters.`);
}

const notValid = (field: string, detail: string) =>
  new Problem('validation_failed', detail, { errors: [{ pointer: `#/${field}`, code: 'invalid_value', detail }] });
