import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ApiKey, NewApiKey } from '../../api/generated.ts';
import { needsPassword, PASSWORD_REASON } from '../../api/key-state.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { OverlapChoice, readOverlap } from './overlap-choice.tsx';

interface RollKeyProps {
  mode: Mode;
  apiKey: ApiKey;
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

export function RollKey({ mode, apiKey, onClose, onCreated }: RollKeyProps) {
  const asksPassword = needsPassword(apiKey.scopes, mode);
  const roll = useMutation({
    mutationFn: (data: FormData) =>
      client.call('POST /{mode}/api_keys/{key_id}/roll', {
        path: { mode, key_id: apiKey.id },
        body: { overlap: readOverlap(data), ...(asksPassword ? { password: readText(data, 'password') } : {}) },
      }),
    onSuccess: async (key) => {
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    roll.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={`Roll “${apiKey.name}”`}
      description="You get a new private key. The public key stays the same, and the old private key works until it expires."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(roll.error) ? null : <ErrorNotice error={roll.error} />}
        <OverlapChoice legend="Old key expires" />
        {asksPassword ? <PasswordField hint={PASSWORD_REASON} error={roll.error} /> : null}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={roll.isPending}>
            Roll key
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
