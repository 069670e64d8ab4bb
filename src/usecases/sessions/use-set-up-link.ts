import { hash as digest } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { type Client, openSession } from './open-session.ts';

/** Creates the first account. The link is checked before the password is hashed, and used up in the same transaction. */
export async function useSetUpLink(
  ports: Pick<
    Ports,
    'clock' | 'random' | 'vault' | 'users' | 'merchants' | 'dataStores' | 'sessions' | 'signInAttempts' | 'passwords'
  >,
  input: { linkToken: string; businessName: string; email: string; password: string; client: Client },
): Promise<{ token: string }> {
  const { businessName: name, email, password, client } = input;
  const setUpLinkHash = digest('sha256', input.linkToken, 'hex');
  if (!(await ports.users.isSetUpLink(setUpLinkHash))) {
    throw new Problem('setup_link_invalid', 'This setup link has been used, or replaced by a newer one.');
  }
  const { owner, merchant } = await createMerchant(ports, {
    name,
    email,
    password,
    actor: 'set_up_link',
    address: client.address,
    setUpLinkHash,
  });
  return openSession(ports, { user: owner, merchantId: merchant.id, client });
}
