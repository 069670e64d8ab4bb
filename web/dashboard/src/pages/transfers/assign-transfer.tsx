import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Transfer } from '../../api/generated.ts';
import { intentKeys, intentsQuery, transferKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { IntentPicker } from './intent-picker.tsx';

interface AssignTransferProps {
  mode: Mode;
  transfer: Transfer;
  onClose: () => void;
  onAssigned: (intentId: string) => void;
}

/** First whose money it is, then the amounts side by side. */
export function AssignTransfer({ mode, transfer, onClose, onAssigned }: AssignTransferProps) {
  const [wanted, setWanted] = useState(transfer.payment_intent_id ?? '');
  const [chosen, setChosen] = useState<Intent | null>(null);
  const announce = useAnnounce();
  const found = useQuery({ ...intentsQuery(mode, { q: wanted, limit: '10' }), enabled: wanted !== '' });
  const assign = useMutation({
    mutationFn: (id: string) =>
      client.call('POST /{mode}/transfers/{transfer_id}/assign', {
        path: { mode, transfer_id: transfer.id },
        body: { payment_intent_id: id },
      }),
    onSuccess: async (_, id) => {
      onAssigned(id);
      announce('The money is assigned');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: transferKeys(mode) }),
        queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, id) }),
        queryClient.invalidateQueries({ queryKey: intentKeys.lists(mode) }),
      ]);
    },
  });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChosen(null);
    setWanted(readText(new FormData(event.currentTarget), 'q').trim());
  };
  const intents = wanted === '' ? undefined : found.data?.data;
  return (
    <Modal
      open
      onClose={onClose}
      title={`Whose are the ${transfer.amount} ${transfer.asset ?? ''}?`}
      description="From then on it counts like any other payment of that order. This cannot be undone."
    >
      <form onSubmit={search} noValidate className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Payment id, e-mail or order"
            name="q"
            type="search"
            autoComplete="off"
            defaultValue={wanted}
          />
        </div>
        <Button type="submit" className="min-h-9" busy={found.isFetching}>
          Find
        </Button>
      </form>
      <div className="mt-3 flex flex-col gap-3">
        <ErrorNotice error={found.error} />
        {intents?.length === 0 ? (
          <p role="status" className="text-soft">
            No payment fits. Give the whole id, e-mail address or order id.
          </p>
        ) : null}
        {intents && intents.length > 0 ? (
          <IntentPicker intents={intents} chosen={chosen?.id ?? null} onChoose={setChosen} />
        ) : null}
        {chosen ? <Consequence intent={chosen} transfer={transfer} /> : null}
        <ErrorNotice error={assign.error} />
      </div>
      <ModalActions>
        <Button onClick={onClose}>Not now</Button>
        <Button
          kind="primary"
          disabled={chosen === null}
          busy={assign.isPending}
          onClick={() => chosen && assign.mutate(chosen.id)}
        >
          Assign
        </Button>
      </ModalActions>
    </Modal>
  );
}

function Consequence({ intent, transfer }: { intent: Intent; transfer: Transfer }) {
  if (intent.asset !== transfer.asset) {
    return (
      <Notice tone="warning">
        {intent.asset} is due there, and this is {transfer.asset}. The payment will need a review.
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      {intent.amount_remaining} {intent.asset} is still due there; this transfer brings {transfer.amount}{' '}
      {transfer.asset}.
    </Notice>
  );
}
