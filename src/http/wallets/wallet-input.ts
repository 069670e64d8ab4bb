import { Problem } from '../../domain/errors.ts';
import type { WalletInput } from '../../usecases/wallets/add-wallet.ts';
import type { AddWalletBody } from './wallet-schema.ts';

/** What a body says of a wallet, whoever sends it. */
export const walletInput = (
  sent: AddWalletBody,
): Pick<WalletInput, 'network' | 'text' | 'scriptType' | 'startIndex'> => ({
  network: sent.network,
  text: onlyOne(sent),
  ...(sent.script_type === undefined ? {} : { scriptType: sent.script_type }),
  startIndex: sent.start_index ?? 0,
});

function onlyOne({ address, xpub }: AddWalletBody): string {
  const text = address ?? xpub;
  if (text !== undefined && (address === undefined || xpub === undefined)) return text;
  throw new Problem('validation_failed', 'A wallet is either an address or an extended key.', {
    errors: [{ pointer: '#/address', code: 'invalid_value', detail: 'Send one of address and xpub.' }],
  });
}
