import { makeId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ApiKey, Merchant, Ports } from '../ports.ts';
import { issueKey } from './issue-key.ts';

const PASSWORD_LENGTH_MIN = 12;

/** A merchant with its first user and a test key pair. */
export async function createMerchant(
  ports: Ports,
  input: { name: string; email: string; password: string; actor: string },
): Promise<{ merchant: Merchant; key: ApiKey; privateKey: string }> {
  const email = checkEmail(input.email);
  checkPassword(input.password);
  if (input.name.trim() === '') throw new Refusal('A merchant needs a name.');
  const nowMs = ports.clock.nowMs();
  const merchant: Merchant = {
    id: makeId('mer', nowMs, ports.random.bytes(10)),
    name: input.name.trim(),
    dataStoreId: undefined,
    pausedUntilMs: undefined,
    createdAtMs: nowMs,
  };
  const owner = {
    id: makeId('usr', nowMs, ports.random.bytes(10)),
    email,
    passwordHash: await ports.passwords.hash(input.password),
    createdAtMs: nowMs,
  };
  const { key, privateKey } = issueKey(ports, { merchantId: merchant.id, mode: 'test', name: 'First test key' });
  const stored = await ports.control.insertMerchant(
    { merchant, owner, key },
    {
      actor: input.actor,
      action: 'merchant.created',
      merchantId: merchant.id,
      subject: merchant.id,
      details: { user: owner.id, key: key.id },
      atMs: nowMs,
    },
  );
  if (!stored) throw new Refusal(`A user with the e-mail address ${email} exists already.`);
  return { merchant, key, privateKey };
}

function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed) || trimmed.length > 254) throw new Refusal(`"${email}" is no e-mail address.`);
  return trimmed;
}

export function checkPassword(password: string): void {
  if (password.length < PASSWORD_LENGTH_MIN) {
    throw new Refusal(`A password needs at least ${PASSWORD_LENGTH_MIN} characters.`);
  }
  if (password.length > 1_024) throw new Refusal('A password may have at most 1,024 characters.');
}
