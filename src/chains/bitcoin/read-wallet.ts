import type { Network } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import type { GivenWallet, Wallet } from '../../ports/chain.ts';
import { parametersOf } from './network-parameters.ts';
import { type Branch, checkAgreement, formatDescriptor, readDescriptor } from './read-descriptor.ts';
import { readExtendedKey } from './read-extended-key.ts';
import { rejectOtherText } from './reject-other-text.ts';

const TEXT_LENGTH_MAX = 1_000;

/** Validates what a merchant entered and converts it to the canonical form. */
export function readWallet(given: GivenWallet, network: Network): Wallet {
  const text = given.text.trim();
  if (text === '') throw new UserError('Enter an extended public key (xpub, zpub, …) or a descriptor.');
  if (text.length > TEXT_LENGTH_MAX) {
    throw new UserError(
      'This is too long. Enter an extended public key (xpub, zpub, …) or a descriptor with a single key.',
    );
  }
  rejectOtherText(text);
  const branch = text.includes('(') ? fromDescriptor(text, given, network) : fromKey(text, given, network);
  return { kind: 'extended_key', text: formatDescriptor(branch, parametersOf(network.name)) };
}

function fromDescriptor(text: string, { scriptType }: GivenWallet, network: Network): Branch {
  const branch = readDescriptor(text, parametersOf(network.name), network.title);
  if (scriptType !== undefined && scriptType !== branch.scriptType) {
    throw new UserError(
      `The descriptor is for the script type ${branch.scriptType}, not ${scriptType}. Omit the script type: the descriptor already contains it.`,
    );
  }
  return branch;
}

function fromKey(text: string, { scriptType }: GivenWallet, network: Network): Branch {
  if (!/^[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(text)) {
    throw new UserError(
      'This is neither an extended public key (xpub, zpub, …) nor a descriptor like wpkh(xpub…/0/*). Wallets call it “account public key”, “xpub” or “descriptor”.',
    );
  }
  const extended = readExtendedKey(text, parametersOf(network.name), network.title);
  const type = scriptType ?? extended.scriptType;
  if (type === undefined) {
    throw new UserError(
      `A key that starts with ${extended.prefix} does not say which addresses the wallet uses. Choose the script type: p2wpkh (native SegWit), p2sh-p2wpkh (nested SegWit), p2pkh (legacy) or p2tr (Taproot).`,
      'script_type_missing',
    );
  }
  checkAgreement(extended, type);
  return { key: extended.key, steps: [0], scriptType: type };
}
