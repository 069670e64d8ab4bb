import { confirmPassword } from '../../usecases/sessions/confirm-password.ts';
import { removeWallet } from '../../usecases/wallets/remove-wallet.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { exampleRemovedWallet } from './examples.ts';
import { RemovedWalletSchema, RemoveSessionWalletBody } from './wallet-schema.ts';

export const removeSessionWallet = defineRoute({
  id: 'dashboard.wallets.remove',
  method: 'DELETE',
  path: '/dashboard/api/{mode}/wallets/{wallet_id}',
  tag: 'Wallets',
  summary: 'Remove a wallet',
  description:
    'Requires the password. New payments no longer use the wallet. Addresses that payers have seen stay watched.',
  access: 'session',
  permission: 'wallets:write',
  rateLimit: 'create',
  body: {
    schema: RemoveSessionWalletBody,
    examples: { password: { summary: 'The password', value: { password: 'correct horse battery' } } },
  },
  answers: {
    200: {
      description: 'Returns the ID of the removed wallet.',
      schema: RemovedWalletSchema,
      example: exampleRemovedWallet,
    },
  },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const { user } = call.signedIn;
  const tenant = tenantOf(context, call);
  await confirmPassword(context, call.signedIn, call.body.value.password);
  const id = await removeWallet(context, tenant, { id: call.params.wallet_id, actor: user.id, address: call.address });
  return { status: 200, body: { id, deleted: true } };
});
