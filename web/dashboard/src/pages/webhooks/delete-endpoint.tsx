import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { WebhookEndpoint } from '../../api/generated.ts';
import { endpointKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';

interface DeleteEndpointProps {
  mode: Mode;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function DeleteEndpoint({ mode, endpoint, onClose }: DeleteEndpointProps) {
  const announce = useAnnounce();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (body: { password?: string }) =>
      client.call('DELETE /{mode}/webhook_endpoints/{endpoint_id}', { path: { mode, endpoint_id: endpoint.id }, body }),
    onSuccess: async () => {
      announce('Endpoint deleted');
      await navigate({ to: '/dashboard/developers/webhooks' });
      await queryClient.invalidateQueries({ queryKey: endpointKeys(mode) });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = mode === 'live' ? { password: readText(new FormData(form), 'password') } : {};
    remove.mutate(body, { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Delete this endpoint?"
      description={
        <span className="wrap-anywhere">
          {endpoint.url} gets no more events, and what is pending fails. You cannot undo this.
        </span>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(remove.error) ? null : <ErrorNotice error={remove.error} />}
        {mode === 'live' ? (
          <PasswordField hint="Required to change where live events go." error={remove.error} />
        ) : null}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" busy={remove.isPending}>
            Delete endpoint
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
