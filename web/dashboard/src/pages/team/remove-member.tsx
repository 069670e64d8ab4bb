import { useMutation } from '@tanstack/react-query';
import type { Member } from '../../api/generated.ts';
import { teamQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.call('DELETE /team/members/{user_id}', { path: { user_id: member.id } }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={`Remove ${member.email}?`}
      description="The account is deleted and signed out everywhere. Its API keys keep working. Revoke them on the API keys page."
    >
      <ErrorNotice error={remove.error} />
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </ModalActions>
    </Modal>
  );
}
