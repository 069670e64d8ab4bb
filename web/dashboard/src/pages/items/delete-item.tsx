import { useMutation } from '@tanstack/react-query';
import type { Item } from '../../api/generated.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

export function DeleteItem({ mode, item, onClose }: { mode: Mode; item: Item; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.call('DELETE /{mode}/items/{item_id}', { path: { mode, item_id: item.item_id } }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: [mode, 'items'] });
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={`Delete “${item.name}”?`}
      description="Payments with this item will show its ID instead. Existing invoices do not change."
    >
      <ErrorNotice error={remove.error} />
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete item
        </Button>
      </ModalActions>
    </Modal>
  );
}
