import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

interface EraseCustomerProps {
  mode: Mode;
  email: string;
  onClose: () => void;
  onErased: (count: number) => void;
}

/** A customer with many payments takes several requests. */
async function eraseAll(mode: Mode, email: string, invoices: boolean): Promise<number> {
  for (let count = 0; ; ) {
    const body = { email, invoices };
    const step = await client.call('POST /{mode}/customers/erase', { path: { mode }, body });
    count += step.payment_intents;
    if (step.complete) return count;
  }
}

export function EraseCustomer({ mode, email, onClose, onErased }: EraseCustomerProps) {
  const [invoices, setInvoices] = useState(false);
  const erase = useMutation({
    mutationFn: () => eraseAll(mode, email, invoices),
    onSuccess: async (count) => {
      onErased(count);
      await queryClient.invalidateQueries({ queryKey: [mode] });
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title="Erase this customer’s data?"
      description={`Name, addresses and contact data of ${email} are removed from all payments. Amounts and numbers stay. This cannot be undone.`}
    >
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={invoices}
          onChange={(event) => setInvoices(event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        Erase the buyer on issued invoices too
      </label>
      <p className="mt-1 text-xs text-soft">Most countries require you to keep invoices for some years.</p>
      <ErrorNotice error={erase.error} />
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={erase.isPending} onClick={() => erase.mutate()}>
          Erase data
        </Button>
      </ModalActions>
    </Modal>
  );
}
