import type { HDKey } from '@scure/bip32';
import { UserError } from '../../domain/user-error.ts';
import type { ScriptType } from '../../ports/chain.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { canonicalKey, type ExtendedKey, readExtendedKey } from './read-extended-key.ts';

const STEPS_MAX = 10;
const STEP_MAX = 2 ** 31 - 1;

/** How a descriptor wraps its key, by script type. */
const FORMS: Record<ScriptType, readonly [open: string, close: string]> = {
  p2wpkh: ['wpkh(', ')'],
  'p2sh-p2wpkh': ['sh(wpkh(', '))'],
  p2pkh: ['pkh(', ')'],
  p2tr: ['tr(', ')'],
};

/** An extended key, and the path and script type of its addresses. */
export interface Branch {
  key: HDKey;
  steps: readonly number[];
  scriptType: ScriptType;
}

/** The canonical form of a wallet. The same key always becomes the same wallet with one counter, however it was entered. */
export function formatDescriptor({ key, steps, scriptType }: Branch, parameters: NetworkParameters): string {
  const [open, close] = FORMS[scriptType];
  const body = `${open}${[canonicalKey(key, parameters), ...steps, '*'].join('/')}${close}`;
  return `${body}#${descriptorChecksum(body)}`;
}

export function readDescriptor(text: string, parameters: NetworkParameters, networkTitle: string): Branch {
  const body = checkChecksum(text);
  const form = Object.entries(FORMS).find(([, [open, close]]) => body.startsWith(open) && body.endsWith(close));
  const [scriptType, [open, close]] = (form ?? [undefined, ['', '']]) as [ScriptType | undefined, [string, string]];
  const inner = body.slice(open.length, body.length - close.length);
  if (scriptType === undefined || /[(),{}]/.test(inner)) {
    throw new UserError(
      'Only descriptors with a single key are supported: wpkh(…), sh(wpkh(…)), pkh(…) and tr(…). Multisig and Miniscript are not supported.',
    );
  }
  const parts = /^(?:\[(?<origin>[^\]]*)\])?(?<key>[^/[\]]+)(?<path>(?:\/[^/]*)*)$/.exec(inner)?.groups;
  if (parts === undefined)
    throw new UserError('The key in the descriptor is invalid. Copy the whole descriptor again.');
  const { origin, key: keyText = '', path = '' } = parts;
  if (/^(?:[0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i.test(keyText)) {
    throw new UserError(
      'The descriptor contains a plain public key, which has a single address. Every payment needs its own address: use a descriptor with an extended public key (xpub, tpub).',
    );
  }
  if (origin !== undefined) checkOrigin(origin, parameters, networkTitle);
  const extended = readExtendedKey(keyText, parameters, networkTitle);
  checkAgreement(extended, scriptType);
  return { key: extended.key, steps: readSteps(path), scriptType };
}

/** Rejects a script type that contradicts the key's prefix: the wallet would never find the money. */
export function checkAgreement(extended: ExtendedKey, scriptType: ScriptType): void {
  if (extended.scriptType === undefined || extended.scriptType === scriptType) return;
  throw new UserError(
    `A key that starts with ${extended.prefix} is for the script type ${extended.scriptType}, not ${scriptType}. Use the key that the wallet exports for ${scriptType}, or omit the script type.`,
  );
}

function checkChecksum(text: string): string {
  const [body = '', checksum, ...more] = text.split('#');
  const expected = descriptorChecksum(body);
  if (expected === undefined)
    throw new UserError('The descriptor contains an invalid character. Copy the whole descriptor again.');
  if (more.length > 0 || (checksum !== undefined && checksum !== expected)) {
    throw new UserError('The checksum of the descriptor is wrong. Copy the whole descriptor again.');
  }
  return body;
}

/** The origin names the coin, which the key's prefix does not: Litecoin uses Bitcoin's prefixes. */
function checkOrigin(origin: string, parameters: NetworkParameters, networkTitle: string): void {
  const [fingerprint = '', ...steps] = origin.split('/');
  if (!/^[0-9a-f]{8}$/i.test(fingerprint) || !steps.every((step) => /^\d{1,10}[h']?$/.test(step))) {
    throw new UserError(
      'The origin in the descriptor’s square brackets is invalid. It must look like [d34db33f/84h/0h/0h].',
    );
  }
  const [purpose = '', coinType = ''] = steps;
  const named = /^(\d+)[h']$/.exec(coinType)?.[1];
  if (!/^(44|49|84|86)[h']$/.test(purpose) || named === undefined || Number(named) === parameters.coinType) return;
  throw new UserError(
    `The key’s origin is for coin type ${named} (${coinTitle(Number(named))}), but ${networkTitle} has coin type ${parameters.coinType}. Use a key from the wallet’s ${networkTitle} account.`,
  );
}

const coinTitle = (coinType: number): string =>
  ['Bitcoin', 'the test networks', 'Litecoin'][coinType] ?? 'another currency';

function readSteps(path: string): number[] {
  if (path === '') return [0];
  const steps = path.slice(1).split('/');
  if (steps.some((step) => /[h'H]$/.test(step))) {
    throw new UserError(
      'The descriptor has a hardened step after its key, which cannot be derived from a public key. Use the extended public key after that step.',
    );
  }
  if (steps.at(-1) !== '*') {
    throw new UserError(
      'The descriptor is for a single address. Every payment needs its own address: use a descriptor that ends in /*.',
    );
  }
  if (steps.length > STEPS_MAX)
    throw new UserError(`The descriptor has more than ${STEPS_MAX} steps after its key. Use one with fewer steps.`);
  return steps.slice(0, -1).map((step) => {
    // Wallets write <0;1> for "receive; change" addresses (BIP-389). The first number is the receive branch.
    const number = Number(
      /^(?:(\d{1,10})|<(\d{1,10})(?:;\d{1,10})+>)$/
        .exec(step)
        ?.slice(1)
        .find((part) => part !== undefined),
    );
    if (!(number <= STEP_MAX))
      throw new UserError('A step after the descriptor’s key is invalid. The path must look like …/0/*.');
    return number;
  });
}
