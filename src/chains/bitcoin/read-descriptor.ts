import type { HDKey } from '@scure/bip32';
import { UserError } from '../../domain/user-error.ts';
import type { ScriptType } from '../../ports/chain.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { type ExtendedKey, keptForm, readExtendedKey } from './read-extended-key.ts';

const STEPS_MAX = 10;
const STEP_MAX = 2 ** 31 - 1;

/** How a descriptor wraps its key, for each kind of address. */
const FORMS: Record<ScriptType, readonly [open: string, close: string]> = {
  p2wpkh: ['wpkh(', ')'],
  'p2sh-p2wpkh': ['sh(wpkh(', '))'],
  p2pkh: ['pkh(', ')'],
  p2tr: ['tr(', ')'],
};

/** An extended key, the steps from it to the addresses, and their kind. */
export interface Branch {
  key: HDKey;
  steps: readonly number[];
  scriptType: ScriptType;
}

/** The one form in which a wallet is kept: whatever way a key was given, it is the same wallet and has one counter. */
export function formatDescriptor({ key, steps, scriptType }: Branch, parameters: NetworkParameters): string {
  const [open, close] = FORMS[scriptType];
  const body = `${open}${[keptForm(key, parameters), ...steps, '*'].join('/')}${close}`;
  return `${body}#${descriptorChecksum(body)}`;
}

export function readDescriptor(text: string, parameters: NetworkParameters, networkTitle: string): Branch {
  const body = checkChecksum(text);
  const form = Object.entries(FORMS).find(([, [open, close]]) => body.startsWith(open) && body.endsWith(close));
  const [scriptType, [open, close]] = (form ?? [undefined, ['', '']]) as [ScriptType | undefined, [string, string]];
  const inner = body.slice(open.length, body.length - close.length);
  if (scriptType === undefined || /[(),{}]/.test(inner)) {
    throw new UserError(
      'Only descriptors with a single key are supported: wpkh(…), sh(wpkh(…)), pkh(…) and tr(…). Wallets of several signers and other scripts (miniscript) are not.',
    );
  }
  const parts = /^(?:\[(?<origin>[^\]]*)\])?(?<key>[^/[\]]+)(?<path>(?:\/[^/]*)*)$/.exec(inner)?.groups;
  if (parts === undefined)
    throw new UserError('The key inside the descriptor cannot be read. Copy the descriptor again as a whole.');
  const { origin, key: keyText = '', path = '' } = parts;
  if (/^(?:[0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$/i.test(keyText)) {
    throw new UserError(
      'The descriptor holds a plain public key, which has a single address. Each payment gets an address of its own: give a descriptor with an extended public key (xpub, tpub).',
    );
  }
  if (origin !== undefined) checkOrigin(origin, parameters, networkTitle);
  const extended = readExtendedKey(keyText, parameters, networkTitle);
  checkAgreement(extended, scriptType);
  return { key: extended.key, steps: readSteps(path), scriptType };
}

/** Refuses a kind of address that the key's own prefix contradicts: the wallet would never look for that money. */
export function checkAgreement(extended: ExtendedKey, scriptType: ScriptType): void {
  if (extended.scriptType === undefined || extended.scriptType === scriptType) return;
  throw new UserError(
    `A key that begins with ${extended.prefix} is for addresses of the kind ${extended.scriptType}, not ${scriptType}. Give the key that the wallet exports for ${scriptType}, or leave the kind out.`,
  );
}

function checkChecksum(text: string): string {
  const [body = '', checksum, ...more] = text.split('#');
  const right = descriptorChecksum(body);
  if (right === undefined)
    throw new UserError('The descriptor holds a character that no descriptor can have. Copy it again.');
  if (more.length > 0 || (checksum !== undefined && checksum !== right)) {
    throw new UserError('The descriptor is mistyped or cut off: its checksum is wrong. Copy it again as a whole.');
  }
  return body;
}

/** An origin names the coin that its key is for, which the key itself does not: Litecoin uses Bitcoin's prefixes. */
function checkOrigin(origin: string, parameters: NetworkParameters, networkTitle: string): void {
  const [fingerprint = '', ...steps] = origin.split('/');
  if (!/^[0-9a-f]{8}$/i.test(fingerprint) || !steps.every((step) => /^\d{1,10}[h']?$/.test(step))) {
    throw new UserError(
      'The origin in the descriptor’s square brackets cannot be read. It looks like [d34db33f/84h/0h/0h].',
    );
  }
  const [purpose = '', coinType = ''] = steps;
  const named = /^(\d+)[h']$/.exec(coinType)?.[1];
  if (!/^(44|49|84|86)[h']$/.test(purpose) || named === undefined || Number(named) === parameters.coinType) return;
  throw new UserError(
    `The key’s origin says that it is for coin ${named} (${coinTitle(Number(named))}), and ${networkTitle} is coin ${parameters.coinType}. Give a key of the wallet’s account for ${networkTitle}.`,
  );
}

const coinTitle = (coinType: number): string =>
  ['Bitcoin', 'the test networks', 'Litecoin'][coinType] ?? 'another currency';

function readSteps(path: string): number[] {
  if (path === '') return [0];
  const steps = path.slice(1).split('/');
  if (steps.some((step) => /[h'H]$/.test(step))) {
    throw new UserError(
      'The descriptor has a hardened step behind its key, which cannot be taken with a public key. Give the extended public key from behind that step.',
    );
  }
  if (steps.at(-1) !== '*') {
    throw new UserError(
      'The descriptor names a single address. Each payment gets an address of its own: it has to end in /*.',
    );
  }
  if (steps.length > STEPS_MAX) throw new UserError(`The descriptor has more than ${STEPS_MAX} steps behind its key.`);
  return steps.slice(0, -1).map((step) => {
    // Wallets write <0;1> for "receiving; change" (BIP-389): the first is where money is received.
    const number = Number(
      /^(?:(\d{1,10})|<(\d{1,10})(?:;\d{1,10})+>)$/
        .exec(step)
        ?.slice(1)
        .find((part) => part !== undefined),
    );
    if (!(number <= STEP_MAX))
      throw new UserError('A step behind the descriptor’s key cannot be read. It looks like …/0/*.');
    return number;
  });
}
