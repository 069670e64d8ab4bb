import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { intentKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { isZero } from '../../format/money.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';

const OPEN: ReadonlySet<string> = new Set(['requires_payment', 'processing', 'partially_paid']);

/** Only an open payment can be canceled; where money was seen, by force, and then it must be looked at. */
export function CancelIntent({ mode, intent }: { mode: Mode; intent: Intent }) {
  const [open, setOpen] = useState(false);
  const held = !isZero(intent.amount_received) || !isZero(intent.amount_pending);
  const cancel = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/payment_intents/{payment_intent_id}/cancel', {
        path: { mode, payment_intent_id: intent.id },
        query: held ? { force: 'true' } : {},
      }),
    onSuccess: () => setOpen(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, intent.id) }),
  });
  if (!OPEN.has(intent.status) && !open) return null;
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
        title={held ? 'Cancel although money was seen?' : 'Cancel this payment?'}
        description="The checkout page will tell the customer not to pay. This cannot be undone."
      >
        <div className="flex flex-col gap-3">
          {held ? <HeldMoney intent={intent} /> : null}
          <ErrorNotice error={cancel.error} />
        </div>
        <ModalActions>
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {held ? 'Cancel all the same' : 'Cancel payment'}
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}

function HeldMoney({ intent: { amount_received: received, amount_pending: pending, asset } }: { intent: Intent }) {
  return (
    <Notice tone="warning">
      <p className="font-medium">
        {isZero(received) ? '' : `${received} ${asset} has arrived. `}
        {isZero(pending) ? '' : `${pending} ${asset} is on its way and cannot be stopped.`}
      </p>
      <p>The payment then needs a review: decide there whether you deliver, or give the money back yourself.</p>
    </Notice>
  );
}
