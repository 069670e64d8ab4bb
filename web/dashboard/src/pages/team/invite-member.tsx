import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import type { NewInvitation } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { RoleChoice, readRole } from './role-choice.tsx';

interface InviteMemberProps {
  onClose: () => void;
  onInvited: (invitation: NewInvitation) => void;
}

export function InviteMember({ onClose, onInvited }: InviteMemberProps) {
  const invite = useMutation({
    mutationFn: (data: FormData) =>
      client.call('POST /team/invitations', {
        body: { email: readText(data, 'email'), role: readRole(data), password: readText(data, 'password') },
      }),
    onSuccess: async (invitation) => {
      onInvited(invitation);
      await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
    },
  });
  const fields = invite.error instanceof ApiError ? invite.error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    invite.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  return (
    <Modal open onClose={onClose} title="Invite somebody">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {Object.keys(fields).length === 0 && !isWrongPassword(invite.error) ? (
          <ErrorNotice error={invite.error} />
        ) : null}
        <TextField label="Email" name="email" type="email" autoComplete="off" required error={fields['email']} />
        <RoleChoice initial="support" error={fields['role']} />
        <PasswordField hint="To confirm that it is you who gives access to this account." error={invite.error} />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={invite.isPending}>
            Create invitation
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
