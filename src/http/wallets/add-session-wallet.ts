import { addWallet, readWallet, type WalletInput } from '../../usecases/wallets/add-wallet.ts';
import { showWallet } from '../../usecases/wallets/list-wallets.ts';
import { defineRoute } from '../server/route.ts';
import { confirmSession } from '../sessions/confirm-session.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { EXAMPLE_ADDRESS, exampleWallet } from './examples.ts';
import { presentWallet } from './present-wallet.ts';
import { walletInput } from './wallet-input.ts';
import { AddSessionWalletBody, WalletSchema } from './wallet-schema.ts';

const example = { network: 'solana-devnet', address: EXAMPLE_ADDRESS, password: 'correct horse battery' };

export const addSessionWallet = defineRoute({
  id: 'dashboard.wallets.add',
  method: 'POST',
  path: '/dashboard/api/{mode}/wallets',
  tag: 'Wallets',
  summary: 'Add a wallet',
  description:
    'Requires the password. The wallet takes effect immediately. With `dry_run`, nothing is stored and no password is ' +
    'needed. Wrong passwords are counted per session. An address that another merchant uses (`wallet_taken`) is yours ' +
    'with a `proof`.',
  access: 'session',
  permission: 'wallets:write',
  rateLimit: 'create',
  body: {
    schema: AddSessionWalletBody,
    examples: { address: { summary: 'A Solana address', value: example } },
  },
  answers: {
    201: { description: 'Returns the new wallet.', schema: WalletSchema, example: exampleWallet },
    200: {
      description: 'Returns the wallet that would be stored, for `dry_run`.',
      schema: WalletSchema,
      example: exampleWallet,
    },
  },
  errors: ['invalid_credentials', 'second_factor_required', 'wallet_taken'],
}).handle(async (context, call) => {
  const sent = call.body.value;
  const { user } = call.signedIn;
  const tenant = tenantOf(context, call);
  const input: WalletInput = {
    tenant,
    ...walletInput(context, sent),
    delayed: false,
    actor: user.id,
    address: call.address,
  };
  // An invalid wallet is reported before the password is checked, so it does not count as a password attempt.
  const stored = readWallet(context, input);
  if (sent.dry_run) {
    return { status: 200, body: presentWallet(await showWallet(context, tenant, stored)) };
  }
  await confirmSession(context, call.signedIn, sent.password, 'Enter your password to change a wallet.');
  const wallet = await addWallet(context, input);
  return { status: 201, body: presentWallet(await showWallet(context, tenant, wallet)) };
});
