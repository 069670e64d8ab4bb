import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { intentKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { readText } from '../../ui/read-text.ts';

interface Decided {
  decision: 'accept' | 'reject';
  reason: string;
}

/** What the merchant itself says: of what needs a review either way, of anything else that it is paid. */
export function DecideIntent({ mode, intent }: { mode: Mode; intent: Intent }) {
  const [open, setOpen] = useState<'resolve' | 'mark_paid' | null>(null);
  const path = { mode, payment_intent_id: intent.id };
  const decide = useMutation({
    mutationFn: ({ decision, reason }: Decided) =>
      open === 'resolve'
        ? client.call('POST /{mode}/payment_intents/{payment_intent_id}/resolve', { path, body: { decision, reason } })
        : client.call('POST /{mode}/payment_intents/{payment_intent_id}/mark_paid', { path, body: { reason } }),
    onSuccess: () => setOpen(null),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, intent.id) }),
  });
  if (intent.status === 'succeeded' && open === null) return null;
  const offered = intent.status === 'needs_review' ? 'resolve' : 'mark_paid';
  const ask = () => {
    decide.reset();
    setOpen(offered);
  };
  return (
    <>
      <Button kind={offered === 'resolve' ? 'primary' : 'plain'} onClick={ask}>
        {offered === 'resolve' ? 'Resolve' : 'Mark as paid'}
      </Button>
      <Modal
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === 'resolve' ? 'Resolve this payment' : 'Mark this payment as paid?'}
        description={
          open === 'resolve'
            ? 'Your word counts, whatever the chain says. It is kept with your reason.'
            : 'For money that came another way. The payment succeeds, and your application is told to deliver.'
        }
      >
        <DecisionForm
          chooses={open === 'resolve'}
          busy={decide.isPending}
          error={decide.error}
          onDecided={(decided, onError) => decide.mutate(decided, { onError })}
          onClose={() => setOpen(null)}
        />
      </Modal>
    </>
  );
}

interface DecisionFormProps {
  chooses: boolean;
  busy: boolean;
  error: Error | null;
  onDecided: (decided: Decided, onError: () => void) => void;
  onClose: () => void;
}

function DecisionForm({ chooses, busy, error, onDecided, onClose }: DecisionFormProps) {
  const reasonError = error instanceof ApiError ? error.fields['reason'] : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const decision = chooses && readText(data, 'decision') === 'reject' ? 'reject' : 'accept';
    onDecided({ decision, reason: readText(data, 'reason').trim() }, () => focusFirstError(form));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {reasonError === undefined ? <ErrorNotice error={error} /> : null}
      {chooses ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-[13px] font-medium">Your decision</legend>
          <Choice value="accept" label="Accept" what="It counts as paid. Deliver the order." chosen />
          <Choice value="reject" label="Reject" what="It is canceled. Give the money back yourself: Florin cannot." />
        </fieldset>
      ) : null}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        required
        maxLength={500}
        hint="For whoever looks at it later. Customers do not see it."
        error={reasonError}
      />
      <ModalActions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {chooses ? 'Decide' : 'It is paid'}
        </Button>
      </ModalActions>
    </form>
  );
}

function Choice({
  value,
  label,
  what,
  chosen = false,
}: {
  value: string;
  label: string;
  what: string;
  chosen?: boolean;
}) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        name="decision"
        value={value}
        defaultChecked={chosen}
        className="mt-0.5 size-4 accent-accent"
      />
      <span>
        <span className="font-medium">{label}.</span> <span className="text-soft">{what}</span>
      </span>
    </label>
  );
}
