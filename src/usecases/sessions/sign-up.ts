import { Problem } from '../../domain/errors.ts';
import type { Ports } from '../../ports/ports.ts';
import { createMerchant } from '../merchants/create-merchant.ts';
import { countSignIn } from './count-sign-in.ts';
import { type Client, openSession } from './open-session.ts';

/** Creates a merchant and its first user, if the operator allows sign-ups. Each attempt counts like a failed sign-in. */
export async function signUp(
  ports: Pick<Ports, 'clock' | 'random' | 'vault' | 'merchants' | 'signInAttempts' | 'sessions' | 'passwords'>,
  input: { open: boolean; businessName: string; email: string; password: string; client: Client },
): Promise<{ token: string }> {
  if (!input.open) throw new Problem('signup_closed', 'Sign-up is disabled on this server.');
  const { client, businessName: name, email, password } = input;
  await countSignIn(ports, { address: client.address });
  const { owner, merchant } = await createMerchant(ports, { name, email, password, actor: 'sign_up' });
  return openSession(ports, { userId: owner.id, merchantId: merchant.id, client });
}
