import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Transfer } from '../../api/generated.ts';
import { intentKeys, intentsQuery, transferKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { describeAssignment } from '../../format/assignment.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { HintedIntents } from './hinted-intents.tsx';
import { IntentPicker } from './intent-picker.tsx';

interface Assignment {
  id: string;
  /** In live mode. */
  password: string | undefined;
}

interface AssignTransferProps {
  mode: Mode;
  transfer: Transfer;
  /** Network titles by network name. */
  titles: ReadonlyMap<string, string>;
  onClose: () => void;
  onAssigned: (intentId: string) => void;
}

/**
 * Finds the payment that the transfer belongs to, compares the amounts, and assigns the transfer. Claims and suggestions
 * are offered, but nothing is chosen in advance: anyone can claim a transfer.
 */
export function AssignTransfer({ mode, transfer, titles, onClose, onAssigned }: AssignTransferProps) {
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<Intent | null>(null);
  const announce = useAnnounce();
  const found = useQuery({ ...intentsQuery(mode, { search: query, limit: '10' }), enabled: query !== '' });
  const assign = useMutation({
    mutationFn: ({ id, password }: Assignment) =>
      client.call('POST /{mode}/transfers/{transfer_id}/assign', {
        path: { mode, transfer_id: transfer.id },
        body: { payment_intent_id: id, ...(password !== undefined && { password }) },
      }),
    onSuccess: async (_, { id }) => {
      onAssigned(id);
      announce('Transfer assigned');
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: transferKeys(mode) }),
        queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, id) }),
        queryClient.invalidateQueries({ queryKey: intentKeys.lists(mode) }),
      ]);
    },
  });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSelected(null);
    setQuery(readText(new FormData(event.currentTarget), 'q').trim());
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = mode === 'live' ? readText(new FormData(form), 'password') : undefined;
    if (selected) assign.mutate({ id: selected.id, password }, { onError: () => focusFirstError(form) });
  };
  const intents = query === '' ? undefined : found.data?.data;
  return (
    <Modal
      open
      onClose={onClose}
      title={`Assign ${transfer.amount} ${transfer.asset ?? ''}`}
      description="The transfer will count as a payment. You cannot undo this."
    >
      <div className="mb-3 flex flex-col gap-3">
        <HintedIntents
          mode={mode}
          transfer={transfer}
          titles={titles}
          selected={selected?.id ?? null}
          onSelect={setSelected}
        />
      </div>
      <form onSubmit={search} noValidate className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField label="Payment ID, email, or order ID" name="q" type="search" autoComplete="off" />
        </div>
        <Button type="submit" className="min-h-9" busy={found.isFetching}>
          Search
        </Button>
      </form>
      <div className="mt-3 flex flex-col gap-3">
        <ErrorNotice error={found.error} />
        {intents?.length === 0 ? (
          <p role="status" className="text-soft">
            No matching payments. Enter the full payment ID, email, or order ID.
          </p>
        ) : null}
        {intents && intents.length > 0 ? (
          <IntentPicker
            legend="Choose a payment"
            choices={intents.map((intent) => ({ intent, note: describeAssignment(intent, transfer).text }))}
            selected={selected?.id ?? null}
            onSelect={setSelected}
          />
        ) : null}
        {selected ? <Outcome intent={selected} transfer={transfer} /> : null}
      </div>
      <form onSubmit={submit} noValidate className="mt-3 flex flex-col gap-3">
        {isWrongPassword(assign.error) ? null : <ErrorNotice error={assign.error} />}
        {mode === 'live' && selected ? <PasswordField hint="Required for live payments." error={assign.error} /> : null}
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={selected === null} busy={assign.isPending}>
            Assign transfer
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

/** Next to the button, because the choice itself may be out of sight. */
function Outcome({ intent, transfer }: { intent: Intent; transfer: Transfer }) {
  const { text, settles } = describeAssignment(intent, transfer);
  return (
    <Notice tone={settles ? 'info' : 'warning'}>
      {intent.asset === transfer.asset ? `${intent.amount_due} ${intent.asset} due. ` : ''}
      {text}
    </Notice>
  );
}
