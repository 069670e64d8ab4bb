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

/** Only an open payment can be canceled. If it has received money, canceling needs `force` and leads to a review. */
export function CancelIntent({ mode, intent }: { mode: Mode; intent: Intent }) {
  const [open, setOpen] = useState(false);
  const hasMoney = !isZero(intent.amount_received) || !isZero(intent.amount_pending);
  const cancel = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/payment_intents/{payment_intent_id}/cancel', {
        path: { mode, payment_intent_id: intent.id },
        query: hasMoney ? { force: 'true' } : {},
      }),
    onSuccess: () => setOpen(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, intent.id) }),
  });
  if (!OPEN.has(intent.status) && !open) return null;
  return (
    <>
      <Button
        needs="payments:write"
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
        title={hasMoney ? 'Cancel a payment with money?' : 'Cancel this payment?'}
        description="The checkout page will tell the customer not to pay. You cannot undo this."
      >
        <div className="flex flex-col gap-3">
          {hasMoney ? <MoneyWarning intent={intent} /> : null}
          <ErrorNotice error={cancel.error} />
        </div>
        <ModalActions>
          <Button onClick={() => setOpen(false)}>Keep payment</Button>
          <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {hasMoney ? 'Cancel anyway' : 'Cancel payment'}
          </Button>
        </ModalActions>
      </Modal>
    </>
  );
}

function MoneyWarning({ intent: { amount_received: received, amount_pending: pending, asset } }: { intent: Intent }) {
  return (
    <Notice tone="warning">
      <p className="font-medium">
        {isZero(received) ? '' : `${received} ${asset} received. `}
        {isZero(pending) ? '' : `${pending} ${asset} pending; it cannot be stopped.`}
      </p>
      <p>The payment will need a review. Then fulfill the order, or refund the customer yourself.</p>
    </Notice>
  );
}
