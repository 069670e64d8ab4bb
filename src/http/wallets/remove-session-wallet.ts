import { parseId } from '../../domain/ids.ts';
import { checkPassword } from '../../usecases/sessions/check-password.ts';
import { removeWallet } from '../../usecases/wallets/remove-wallet.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { exampleWallet } from './present-wallet.ts';
import { RemovedWalletSchema, RemoveSessionWalletBody } from './wallet-schema.ts';

export const removeSessionWallet: Route = {
  id: 'dashboard.wallets.remove',
  method: 'DELETE',
  path: '/dashboard/api/{mode}/wallets/{wallet_id}',
  tag: 'Wallets',
  summary: 'Stop using a wallet',
  description: 'Wants the password once more. No new payment goes there. Addresses that were given out stay watched.',
  access: 'session',
  budget: 'create',
  body: {
    schema: RemoveSessionWalletBody,
    examples: { password: { summary: 'The password', value: { password: 'correct horse battery' } } },
  },
  answers: {
    200: {
      description: 'It is gone.',
      schema: RemovedWalletSchema,
      example: { id: exampleWallet.id, deleted: true },
    },
  },
  errors: ['invalid_credentials'],
  async handle(context, call) {
    const { user } = call.signedIn;
    const tenant = tenantOf(context, call);
    const { password } = call.body.value as RemoveSessionWalletBody;
    await checkPassword(context, { email: user.email, password, address: call.address }, 'The password is wrong.');
    const id = parseId('wal', call.params['wallet_id'] ?? '');
    await removeWallet(context, tenant, id, user.id);
    return { status: 200, body: JSON.stringify({ id, deleted: true }) };
  },
};
