import { addWallet as addWalletUseCase, readWallet, type WalletInput } from '../../usecases/wallets/add-wallet.ts';
import { showWallet } from '../../usecases/wallets/list-wallets.ts';
import { actorOf, type KeyedRoute } from '../server/route.ts';
import { exampleWallet, presentWallet } from './present-wallet.ts';
import { walletInput } from './wallet-input.ts';
import { AddWalletBody, WalletSchema } from './wallet-schema.ts';

export const addWallet: KeyedRoute = {
  id: 'wallets.add',
  method: 'POST',
  path: '/{public_key}/wallets',
  tag: 'Wallets',
  summary: 'Say where money goes',
  description:
    'One wallet for each network: the new one takes the place of the one before, whose addresses stay watched. A live ' +
    'wallet that comes by the API is used after 24 hours, so that a stolen key can be stopped. With `dry_run` nothing is kept. ' +
    'A refusal has the code `private_key_given` where what was sent could spend the money: move it, the key is known now. ' +
    '`script_type_missing` asks for `script_type`, which an `xpub` or `tpub` leaves open.',
  access: 'wallets:write',
  budget: 'create',
  body: {
    schema: AddWalletBody,
    examples: {
      address: {
        summary: 'A Solana address',
        value: { network: 'solana-devnet', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' },
      },
    },
  },
  answers: {
    201: { description: 'The wallet is kept.', schema: WalletSchema, example: exampleWallet },
    200: { description: 'What would be kept.', schema: WalletSchema, example: exampleWallet },
  },
  errors: ['wallet_taken'],
  async handle(context, { principal, body }) {
    const sent = body.value as AddWalletBody;
    const input: WalletInput = {
      tenant: principal,
      ...walletInput(sent),
      delayed: true,
      actor: actorOf(principal),
    };
    const wallet = sent.dry_run ? readWallet(context, input).stored : await addWalletUseCase(context, input);
    const shown = await showWallet(context, principal, wallet);
    return { status: sent.dry_run ? 200 : 201, body: JSON.stringify(presentWallet(shown)) };
  },
};
