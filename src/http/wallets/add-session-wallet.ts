import { Problem } from '../../domain/errors.ts';
import { checkPassword } from '../../usecases/sessions/check-password.ts';
import { addWallet, readWallet, type WalletInput } from '../../usecases/wallets/add-wallet.ts';
import { showWallet } from '../../usecases/wallets/list-wallets.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { exampleWallet, presentWallet } from './present-wallet.ts';
import { walletInput } from './wallet-input.ts';
import { AddSessionWalletBody, WalletSchema } from './wallet-schema.ts';

const example = {
  network: 'solana-devnet',
  address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  password: 'correct horse battery',
};

export const addSessionWallet: Route = {
  id: 'dashboard.wallets.add',
  method: 'POST',
  path: '/dashboard/api/{mode}/wallets',
  tag: 'Wallets',
  summary: 'Say where money goes',
  description:
    'Wants the password once more; the wallet is used at once. With `dry_run` nothing is kept and no password is asked for. ' +
    'Wrong passwords count together with those of signing in.',
  access: 'session',
  budget: 'create',
  body: {
    schema: AddSessionWalletBody,
    examples: { address: { summary: 'A Solana address', value: example } },
  },
  answers: {
    201: { description: 'The wallet is kept.', schema: WalletSchema, example: exampleWallet },
    200: { description: 'What would be kept.', schema: WalletSchema, example: exampleWallet },
  },
  errors: ['invalid_credentials', 'wallet_taken'],
  async handle(context, call) {
    const sent = call.body.value as AddSessionWalletBody;
    const { user } = call.signedIn;
    const tenant = tenantOf(context, call);
    const input: WalletInput = { tenant, ...walletInput(sent), delayed: false, actor: user.id };
    // A wallet that cannot be used is told before the password is looked at: it is no attempt to guess one.
    const { stored } = readWallet(context, input);
    if (sent.dry_run) {
      return { status: 200, body: JSON.stringify(presentWallet(await showWallet(context, tenant, stored))) };
    }
    const given = { email: user.email, password: demandPassword(sent), address: call.address };
    await checkPassword(context, given, 'The password is wrong.');
    const wallet = await addWallet(context, input);
    return { status: 201, body: JSON.stringify(presentWallet(await showWallet(context, tenant, wallet))) };
  },
};

function demandPassword({ password }: AddSessionWalletBody): string {
  if (password !== undefined) return password;
  throw new Problem('validation_failed', 'One field is missing or not valid.', {
    errors: [
      { pointer: '#/password', code: 'required', detail: 'Where money goes is changed with the password only.' },
    ],
  });
}
