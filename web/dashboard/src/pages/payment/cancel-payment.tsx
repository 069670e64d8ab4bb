import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { intentKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** Only an open payment can be canceled; with money on its way the server refuses. */
export function CancelPayment({ mode, intent }: { mode: Mode; intent: Intent }) {
  const [open, setOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/payment_intents/{payment_intent_id}/cancel', {
        path: { mode, payment_intent_id: intent.id },
      }),
    onSuccess: () => setOpen(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, intent.id) }),
  });
  if (intent.status !== 'requires_payment' && !open) return null;
  return (
    <>
      <Button
        kind="danger"
        onClick={() => {
          cancel.reset();
          setOpen(true);
        }}
      >
        Cancel payment
      </Button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Cancel this payment?"
        description="The checkout page will tell the customer not to pay. This cannot be undone."
      >
        <ErrorNotice error={cancel.error} />
        <ModalActions>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel payment
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}
