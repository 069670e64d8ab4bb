import type { Static } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import type { WalletInput } from '../../usecases/wallets/add-wallet.ts';
import type { Context } from '../server/context.ts';
import type { AddWalletBody } from './wallet-schema.ts';

type AddWallet = Static<typeof AddWalletBody>;

/** The wallet in a body, from the API or from the dashboard. */
export const walletInput = (
  { config }: Pick<Context, 'config'>,
  sent: AddWallet,
): Pick<WalletInput, 'network' | 'text' | 'member' | 'scriptType' | 'startIndex' | 'proof'> => ({
  network: sent.network,
  ...addressOrKey(sent),
  ...(sent.script_type === undefined ? {} : { scriptType: sent.script_type }),
  startIndex: sent.start_index ?? 0,
  ...(sent.proof && {
    proof: {
      origin: new URL(config.baseUrl).origin,
      issuedAtMs: Date.parse(sent.proof.issued_at),
      signature: sent.proof.signature,
    },
  }),
});

function addressOrKey({ address, xpub }: AddWallet): Pick<WalletInput, 'text' | 'member'> {
  if (address !== undefined && xpub === undefined) return { text: address, member: 'address' };
  if (xpub !== undefined && address === undefined) return { text: xpub, member: 'xpub' };
  throw new Problem('validation_failed', 'Send either an address or an extended public key.', {
    errors: [{ pointer: '#/address', code: 'invalid_value', detail: 'Send either `address` or `xpub`.' }],
  });
}
