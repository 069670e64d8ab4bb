import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { NewWebhookEndpoint, WebhookEndpoint } from '../../api/generated.ts';
import { endpointKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode, Overlap } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { OverlapChoice, readOverlap } from '../keys/overlap-choice.tsx';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';

interface RollSecretProps {
  mode: Mode;
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onRolled: (endpoint: NewWebhookEndpoint) => void;
}

export function RollSecret({ mode, endpoint, onClose, onRolled }: RollSecretProps) {
  const roll = useMutation({
    mutationFn: (body: { overlap: Overlap; password?: string }) =>
      client.call('POST /{mode}/webhook_endpoints/{endpoint_id}/roll_secret', {
        path: { mode, endpoint_id: endpoint.id },
        body,
      }),
    onSuccess: async (rolled) => {
      onRolled(rolled);
      await queryClient.invalidateQueries({ queryKey: endpointKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const password = mode === 'live' ? { password: readText(data, 'password') } : {};
    roll.mutate({ overlap: readOverlap(data), ...password }, { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Roll the signing secret"
      description="You get a new secret. Until the old one expires, every request is signed with both."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(roll.error) ? null : <ErrorNotice error={roll.error} />}
        <OverlapChoice legend="Old secret expires" />
        {mode === 'live' ? <PasswordField hint="Required to roll a live secret." error={roll.error} /> : null}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={roll.isPending}>
            Roll secret
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
