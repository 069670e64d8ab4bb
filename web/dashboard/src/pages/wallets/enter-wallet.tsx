import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Network } from '../../api/generated.ts';
import type { ScriptType } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import type { WalletDraft } from './wallet-draft.ts';

const SCRIPT_TYPES: Record<ScriptType, string> = {
  p2wpkh: 'Native SegWit (p2wpkh)',
  'p2sh-p2wpkh': 'Nested SegWit (p2sh-p2wpkh)',
  p2tr: 'Taproot (p2tr)',
  p2pkh: 'Legacy (p2pkh)',
};

const isScriptType = (text: string): text is ScriptType => Object.hasOwn(SCRIPT_TYPES, text);

/** The server's sentence about what was given, and the code by which it says which of its refusals it is. */
function refusalOf(error: Error | null): { sentence?: string; code?: string } {
  if (!(error instanceof ApiError)) return {};
  const member = 'xpub' in error.fields ? 'xpub' : 'address';
  const { [member]: sentence } = error.fields;
  const { [member]: code } = error.codes;
  return sentence === undefined || code === undefined ? {} : { sentence, code };
}

interface EnterWalletProps {
  network: Network;
  /** What was entered before, for whoever comes back to it. */
  draft: WalletDraft | null;
  busy: boolean;
  error: Error | null;
  onEntered: (draft: WalletDraft, onError: (error: Error) => void) => void;
  onClose: () => void;
}

export function EnterWallet({ network, draft, busy, error, onEntered, onClose }: EnterWalletProps) {
  const isKey = network.wallet === 'extended_key';
  const member = isKey ? 'xpub' : 'address';
  const [indexError, setIndexError] = useState<string | undefined>();
  const [asksKind, setAsksKind] = useState(draft?.script_type !== undefined);
  const fields = error instanceof ApiError ? error.fields : {};
  const { sentence: refusal, code } = refusalOf(error);
  const secret = code === 'private_key_given';
  const wantsKind = asksKind || code === 'script_type_missing';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const kind = readText(data, 'script_type');
    const start = readText(data, 'start_index').trim();
    setAsksKind(wantsKind);
    if (start !== '' && !/^\d{1,10}$/.test(start)) {
      setIndexError('A whole number, such as 0.');
      focusFirstError(form);
      return;
    }
    setIndexError(undefined);
    const wish: WalletDraft = {
      network: network.name,
      [member]: readText(data, member).trim(),
      ...(isScriptType(kind) ? { script_type: kind } : {}),
      ...(start === '' ? {} : { start_index: Number(start) }),
    };
    onEntered(wish, (cause) => {
      // Whoever comes to this screen next must not read it there.
      if (refusalOf(cause).code === 'private_key_given') form.reset();
      focusFirstError(form);
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {secret ? (
        <Notice tone="bad" role="alert">
          <p className="text-base font-semibold">Move your money now</p>
          <p>What you entered can spend it, and has been shown to a server. {refusal}</p>
        </Notice>
      ) : null}
      {error && refusal === undefined && fields['start_index'] === undefined ? <ErrorNotice error={error} /> : null}
      <TextArea
        label={isKey ? 'Extended public key or descriptor' : 'Address'}
        name={member}
        rows={isKey ? 4 : 2}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        defaultValue={draft?.[member] ?? ''}
        hint={
          isKey
            ? 'Your wallet shows it as “account public key”, xpub, zpub or descriptor. Each payment gets an address of its own from it.'
            : 'Copy it from your wallet. All payments on this network go to it.'
        }
        className="font-mono text-xs"
        error={secret ? 'It was taken out of this field. Give what can only receive.' : refusal}
      />
      {wantsKind ? (
        <SelectField label="Kind of addresses" name="script_type" defaultValue={draft?.script_type ?? 'p2wpkh'}>
          {Object.entries(SCRIPT_TYPES).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      ) : null}
      {isKey ? (
        <details open={indexError !== undefined || fields['start_index'] !== undefined || undefined}>
          <summary className="text-[13px] font-medium text-link">Advanced</summary>
          <div className="mt-3">
            <TextField
              label="First address to use"
              name="start_index"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={draft?.start_index === undefined ? '' : String(draft.start_index)}
              placeholder="0"
              hint="Its number, counted from 0. Choose one that your wallet has not used yet."
              error={indexError ?? fields['start_index']}
            />
          </div>
        </details>
      ) : null}
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={busy}>
          Show the addresses
        </Button>
      </ModalActions>
    </form>
  );
}
