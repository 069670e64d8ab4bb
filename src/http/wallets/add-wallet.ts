import { addWallet as addWalletUseCase, readWallet, type WalletInput } from '../../usecases/wallets/add-wallet.ts';
import { showWallet } from '../../usecases/wallets/list-wallets.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { EXAMPLE_ADDRESS, EXAMPLE_EVM_ADDRESS, exampleWallet } from './examples.ts';
import { presentWallet } from './present-wallet.ts';
import { walletInput } from './wallet-input.ts';
import { AddWalletBody, WalletSchema } from './wallet-schema.ts';

export const addWallet = defineRoute({
  id: 'wallets.add',
  method: 'POST',
  path: '/{public_key}/wallets',
  tag: 'Wallets',
  summary: 'Add a wallet',
  description:
    'Each network has one wallet: the new one replaces the old one, whose addresses stay watched. One wallet for `evm` serves ' +
    'Ethereum, its rollups and the other EVM networks. Give an address, to which all payments go, or an extended key, from ' +
    'which each payment gets its own address, the same one on every EVM network; it needs some of the native coin for gas before its ' +
    'tokens can be moved. A live wallet added ' +
    'through the API takes effect after 24 hours, so that you can stop a stolen key. With `dry_run`, nothing is stored. ' +
    'The field error `private_key_given` means that the text can spend money: move the money, because the key has been ' +
    'exposed. The field error `script_type_missing` means that an `xpub` or `tpub` needs a `script_type`. An address that ' +
    'another merchant uses (`wallet_taken`) can be claimed with a `proof`; after they removed it, it is free once no payment is ' +
    'expected on it.',
  access: 'wallets:write',
  rateLimit: 'create',
  secretBody: true,
  body: {
    schema: AddWalletBody,
    examples: {
      address: { summary: 'A Solana address', value: { network: 'solana-devnet', address: EXAMPLE_ADDRESS } },
      evm: {
        summary: 'An address on Ethereum and compatible networks',
        value: { network: 'evm', address: EXAMPLE_EVM_ADDRESS },
      },
    },
  },
  answers: {
    201: { description: 'Returns the new wallet.', schema: WalletSchema, example: exampleWallet },
    200: {
      description: 'Returns the wallet that would be stored, for `dry_run`.',
      schema: WalletSchema,
      example: exampleWallet,
    },
  },
  errors: ['wallet_taken'],
}).handle(async (context, { principal, address, body: { value: sent } }) => {
  const input: WalletInput = {
    tenant: principal,
    ...walletInput(context, sent),
    delayed: true,
    actor: actorOf(principal),
    address,
  };
  const wallet = sent.dry_run ? readWallet(context, input) : await addWalletUseCase(context, input);
  const shown = await showWallet(context, principal, wallet);
  return { status: sent.dry_run ? 200 : 201, body: presentWallet(shown) };
});
