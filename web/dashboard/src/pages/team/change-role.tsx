import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Member } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { RoleChoice, readRole } from './role-choice.tsx';

export function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const change = useMutation({
    mutationFn: (data: FormData) =>
      client.call('PATCH /team/members/{user_id}', {
        path: { user_id: member.id },
        body: { role: readRole(data), password: readText(data, 'password') },
      }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    change.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={`Change the role of ${member.email}`}
      description="The new role counts at once, on every device."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(change.error) ? null : <ErrorNotice error={change.error} />}
        <RoleChoice initial={member.role} error={fields['role']} />
        <PasswordField hint="You change what somebody may do with this account." error={change.error} />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={change.isPending}>
            Change role
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
