import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { ScriptType } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import type { WalletGroup } from './group-networks.ts';
import type { WalletDraft } from './wallet-draft.ts';

const SCRIPT_TYPES: Record<ScriptType, string> = {
  p2wpkh: 'Native SegWit (p2wpkh)',
  'p2sh-p2wpkh': 'Nested SegWit (p2sh-p2wpkh)',
  p2tr: 'Taproot (p2tr)',
  p2pkh: 'Legacy (p2pkh)',
};

const isScriptType = (text: string): text is ScriptType => Object.hasOwn(SCRIPT_TYPES, text);

type Member = 'xpub' | 'address';

/** The server's error for the key or address, with its code. */
function walletErrorOf(error: Error | null): { message?: string; code?: string } {
  if (!(error instanceof ApiError)) return {};
  const member: Member = 'xpub' in error.fields ? 'xpub' : 'address';
  const { [member]: message } = error.fields;
  const { [member]: code } = error.codes;
  return message === undefined || code === undefined ? {} : { message, code };
}

/** The wallet as it was entered; undefined if the index is not a number. */
function readDraft(form: HTMLFormElement, network: string, member: Member): WalletDraft | undefined {
  const data = new FormData(form);
  const scriptType = readText(data, 'script_type');
  const start = readText(data, 'start_index').trim();
  if (start !== '' && !/^\d{1,10}$/.test(start)) return undefined;
  return {
    network,
    [member]: readText(data, member).trim(),
    ...(isScriptType(scriptType) ? { script_type: scriptType } : {}),
    ...(start === '' ? {} : { start_index: Number(start) }),
  };
}

interface EnterWalletProps {
  group: WalletGroup;
  /** The previous input, after going back from the next step. */
  draft: WalletDraft | null;
  busy: boolean;
  error: Error | null;
  onEntered: (draft: WalletDraft, onError: (error: Error) => void) => void;
  /** Forgets an error that is about an earlier input. */
  onReset: () => void;
  onClose: () => void;
}

export function EnterWallet({ group, draft, busy, error, onEntered, onReset, onClose }: EnterWalletProps) {
  const isEvm = group.name === 'evm';
  const [isKey, setKey] = useState(draft === null ? group.wallet === 'extended_key' : draft.xpub !== undefined);
  const member: Member = isKey ? 'xpub' : 'address';
  const [indexError, setIndexError] = useState<string | undefined>();
  const [showsScriptType, setShowsScriptType] = useState(draft?.script_type !== undefined);
  const fields = error instanceof ApiError ? error.fields : {};
  const { message: walletError, code } = walletErrorOf(error);
  const isPrivateKey = code === 'private_key_given';
  const needsScriptType = showsScriptType || code === 'script_type_missing';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const next = readDraft(form, group.name, member);
    setShowsScriptType(needsScriptType);
    setIndexError(next === undefined ? 'Enter a whole number, such as 0.' : undefined);
    if (next === undefined) {
      onReset();
      focusFirstError(form);
      return;
    }
    onEntered(next, (cause) => {
      // Do not leave a private key on the screen.
      if (walletErrorOf(cause).code === 'private_key_given') form.reset();
      focusFirstError(form);
    });
  };
  const choose = (key: boolean) => {
    setKey(key);
    onReset();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isPrivateKey ? (
        <Notice tone="bad" role="alert">
          <p className="text-base font-semibold">Move your funds now</p>
          <p>{walletError}</p>
        </Notice>
      ) : null}
      {error && walletError === undefined && fields['start_index'] === undefined ? <ErrorNotice error={error} /> : null}
      {isEvm ? <KindChoice isKey={isKey} onChoose={choose} /> : null}
      <TextArea
        key={member}
        label={labelOf(isKey, isEvm)}
        name={member}
        rows={isKey ? 4 : 2}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        defaultValue={draft?.[member] ?? ''}
        hint={hintOf(isKey, isEvm)}
        className="font-mono text-xs"
        error={
          isPrivateKey
            ? `Removed for your safety. Enter ${isKey ? 'a public key' : 'an address'} instead.`
            : walletError
        }
      />
      {needsScriptType ? <ScriptTypeField chosen={draft?.script_type} /> : null}
      {isKey ? (
        <StartIndexField chosen={draft?.start_index} isEvm={isEvm} error={indexError ?? fields['start_index']} />
      ) : null}
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {isKey ? 'Preview addresses' : 'Preview address'}
        </Button>
      </ModalActions>
    </form>
  );
}

function labelOf(isKey: boolean, isEvm: boolean): string {
  if (!isKey) return 'Address';
  return isEvm ? 'Extended public key' : 'Extended public key or descriptor';
}

function hintOf(isKey: boolean, isEvm: boolean): string {
  if (!isKey)
    return `Copy it from your wallet. All payments on ${isEvm ? 'these networks' : 'this network'} go to this address.`;
  return isEvm
    ? 'Your wallet may call it an account public key or xpub. Each payment gets its own address, the same on every network.'
    : 'Your wallet may call it an account public key, xpub, zpub, or descriptor. Each payment gets its own address.';
}

function ScriptTypeField({ chosen = 'p2wpkh' }: { chosen: ScriptType | undefined }) {
  return (
    <SelectField label="Address type" name="script_type" defaultValue={chosen}>
      {Object.entries(SCRIPT_TYPES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

interface StartIndexFieldProps {
  chosen: number | undefined;
  isEvm: boolean;
  error: string | undefined;
}

/** Open for EVM wallets: the first address of such a key is usually in use already. */
function StartIndexField({ chosen, isEvm, error }: StartIndexFieldProps) {
  return (
    <details open={isEvm || error !== undefined || undefined}>
      <summary className="text-[13px] font-medium text-link">Advanced</summary>
      <div className="mt-3">
        <TextField
          label="First address index"
          name="start_index"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={chosen === undefined ? '' : String(chosen)}
          placeholder="0"
          hint="Starts at 0. Choose an index that your wallet has not used yet."
          error={error}
        />
      </div>
    </details>
  );
}

/** An EVM wallet is usually an address. */
function KindChoice({ isKey, onChoose }: { isKey: boolean; onChoose: (isKey: boolean) => void }) {
  return (
    <>
      <SelectField
        label="Receive payments at"
        name="kind"
        value={isKey ? 'extended_key' : 'address'}
        onChange={(event) => onChoose(event.currentTarget.value === 'extended_key')}
      >
        <option value="address">One address (recommended)</option>
        <option value="extended_key">A new address per payment</option>
      </SelectField>
      {isKey ? (
        <Notice tone="warning">
          Each address needs gas. Before you can move tokens out of it, send it some of the network’s coin.
        </Notice>
      ) : null}
    </>
  );
}
