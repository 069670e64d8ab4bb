import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { ApiKey, NewApiKey } from '../../api/generated.ts';
import { needsPassword, PASSWORD_REASON } from '../../api/key-state.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode, NewKeyInput } from '../../api/types.ts';
import { SCOPES } from '../../format/scopes.ts';
import { useMay } from '../../shell/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';

const readScopes = (data: FormData): ApiKey['scopes'] =>
  SCOPES.map(({ scope }) => scope).filter((scope) => data.getAll('scopes').includes(scope));

/** One per line, or separated by commas. */
const readRanges = (data: FormData): string[] =>
  readText(data, 'allowed_cidrs')
    .split(/[\s,]+/)
    .filter(Boolean);

const DAY_MS = 86_400_000;

interface CreateKeyProps {
  mode: Mode;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

export function CreateKey({ mode, onClose, onCreated }: CreateKeyProps) {
  const create = useMutation({
    mutationFn: (body: NewKeyInput) => client.call('POST /{mode}/api_keys', { path: { mode }, body }),
    onSuccess: async (key) => {
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey });
    },
  });
  const may = useMay();
  const [asksPassword, setAsksPassword] = useState(false);
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const rangeError = Object.entries(fields).find(([pointer]) => pointer.startsWith('allowed_cidrs'))?.[1];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const days = Number(data.get('days'));
    create.mutate(
      {
        name: readText(data, 'name'),
        scopes: readScopes(data),
        allowed_cidrs: readRanges(data),
        ...(asksPassword ? { password: readText(data, 'password') } : {}),
        ...(days === 0 ? {} : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
      },
      { onError: () => focusFirstError(form) },
    );
  };
  return (
    <Modal open onClose={onClose} title={`Create a ${mode} key`}>
      <form
        onSubmit={submit}
        onChange={(event) => setAsksPassword(needsPassword(readScopes(new FormData(event.currentTarget)), mode))}
        noValidate
        className="flex flex-col gap-4"
      >
        {Object.keys(fields).length === 0 && !isWrongPassword(create.error) ? (
          <ErrorNotice error={create.error} />
        ) : null}
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="off"
          hint="The app that uses this key, such as “Web shop”."
          error={fields['name']}
        />
        <fieldset>
          <legend className="text-[13px] font-medium">Scopes</legend>
          {SCOPES.filter(({ scope }) => may(scope)).map(({ scope, allows }) => (
            <label key={scope} className="mt-1.5 flex items-start gap-2">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={!needsPassword([scope], mode)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span>
                {allows} <code className="font-mono text-xs text-soft">{scope}</code>
              </span>
            </label>
          ))}
          {fields['scopes'] === undefined ? null : (
            <p className="mt-1 text-xs font-medium text-bad-ink">{fields['scopes']}</p>
          )}
        </fieldset>
        <TextArea
          label="Allowed IP ranges"
          name="allowed_cidrs"
          rows={2}
          className="font-mono text-xs"
          placeholder="203.0.113.0/24"
          hint="Up to 20, one per line. Leave it empty to allow every address."
          error={rangeError}
        />
        <SelectField label="Expires" name="days" defaultValue="0" error={fields['expires_at']}>
          <option value="0">Never</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In 1 year</option>
        </SelectField>
        {asksPassword ? <PasswordField hint={PASSWORD_REASON} error={create.error} /> : null}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create key
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
