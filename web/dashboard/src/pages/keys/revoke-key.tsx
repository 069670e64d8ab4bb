import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ApiKey } from '../../api/generated.ts';
import { apiKeysQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

export function RevokeKey({ mode, apiKey, onClose }: { mode: Mode; apiKey: ApiKey; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const revoke = useMutation({
    mutationFn: () => client.call('POST /{mode}/api_keys/{key_id}/revoke', { path: { mode, key_id: apiKey.id } }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(mode).queryKey });
    },
  });
  const matches = typed.trim() === apiKey.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches) revoke.mutate();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={`Revoke “${apiKey.name}”?`}
      description="Requests with this key will fail within seconds. You cannot undo this."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <ErrorNotice error={revoke.error} />
        <TextField
          label={`Type “${apiKey.name}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" disabled={!matches} busy={revoke.isPending}>
            Revoke key
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
