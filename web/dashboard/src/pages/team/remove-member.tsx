import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Member } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: (data: FormData) =>
      client.call('DELETE /team/members/{user_id}', {
        path: { user_id: member.id },
        body: { password: readText(data, 'password') },
      }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    remove.mutate(new FormData(form), { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={`Remove ${member.email}?`}
      description="The account is deleted and signed out everywhere. Its API keys keep working. Revoke them on the API keys page."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {isWrongPassword(remove.error) ? null : <ErrorNotice error={remove.error} />}
        <PasswordField hint="Required to remove somebody." error={remove.error} />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" busy={remove.isPending}>
            Remove
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
