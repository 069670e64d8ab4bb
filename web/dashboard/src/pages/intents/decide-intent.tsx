import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
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
import { isWrongPassword, PasswordField } from '../sessions/password-field.tsx';
import { ReceivedAmounts } from './received-amounts.tsx';

interface Decision {
  decision: 'accept' | 'reject';
  reason: string;
  /** In live mode. */
  password?: string;
}

/** The merchant's decision: accept or reject a review, or mark any other unpaid payment as paid. */
export function DecideIntent({ mode, intent }: { mode: Mode; intent: Intent }) {
  const [open, setOpen] = useState<'resolve' | 'mark_paid' | null>(null);
  const path = { mode, payment_intent_id: intent.id };
  const decide = useMutation({
    mutationFn: ({ decision, ...body }: Decision) =>
      open === 'resolve'
        ? client.call('POST /{mode}/payment_intents/{payment_intent_id}/resolve', { path, body: { decision, ...body } })
        : client.call('POST /{mode}/payment_intents/{payment_intent_id}/mark_paid', { path, body }),
    onSuccess: () => setOpen(null),
    onSettled: () => queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, intent.id) }),
  });
  if (intent.status === 'succeeded' && open === null) return null;
  const action = intent.status === 'needs_review' ? 'resolve' : 'mark_paid';
  const openDialog = () => {
    decide.reset();
    setOpen(action);
  };
  return (
    <>
      <Button needs="payments:override" kind={action === 'resolve' ? 'primary' : 'plain'} onClick={openDialog}>
        {action === 'resolve' ? 'Resolve' : 'Mark as paid'}
      </Button>
      <Modal
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === 'resolve' ? 'Resolve this payment' : 'Mark this payment as paid?'}
        description={
          open === 'resolve'
            ? 'Your decision sets the outcome. It is stored with your reason.'
            : 'Use this for money you received another way. The status changes to Succeeded.'
        }
      >
        {open === 'resolve' ? <ReceivedAmounts intent={intent} /> : null}
        <DecisionForm
          canReject={open === 'resolve'}
          isLive={mode === 'live'}
          busy={decide.isPending}
          error={decide.error}
          onSubmit={(decision, onError) => decide.mutate(decision, { onError })}
          onClose={() => setOpen(null)}
        />
      </Modal>
    </>
  );
}

interface DecisionFormProps {
  canReject: boolean;
  isLive: boolean;
  busy: boolean;
  error: Error | null;
  onSubmit: (decision: Decision, onError: () => void) => void;
  onClose: () => void;
}

function DecisionForm({ canReject, isLive, busy, error, onSubmit, onClose }: DecisionFormProps) {
  const errorId = useId();
  const reasonError = error instanceof ApiError ? error.fields['reason'] : undefined;
  const [isUndecided, setUndecided] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const decision = canReject ? readText(data, 'decision') : 'accept';
    const isChosen = decision === 'accept' || decision === 'reject';
    setUndecided(!isChosen);
    const reason = readText(data, 'reason').trim();
    const confirmed = isLive ? { password: readText(data, 'password') } : {};
    if (isChosen) onSubmit({ decision, reason, ...confirmed }, () => focusFirstError(form));
    else form.querySelector<HTMLElement>('[name=decision]')?.focus();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {reasonError === undefined && !isWrongPassword(error) ? <ErrorNotice error={error} /> : null}
      {canReject ? (
        <fieldset
          className="flex flex-col gap-2"
          aria-describedby={isUndecided ? errorId : undefined}
          onChange={() => setUndecided(false)}
        >
          <legend className="mb-1 text-[13px] font-medium">Your decision</legend>
          <Choice value="accept" label="Accept" hint="The payment succeeds. Fulfill the order." />
          <Choice
            value="reject"
            label="Reject"
            hint="The payment is canceled. Refund the customer yourself; Florin cannot send money."
          />
          {isUndecided ? (
            <p id={errorId} role="alert" className="text-xs font-medium text-bad-ink">
              Choose accept or reject.
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        required
        maxLength={500}
        hint="Shown in the dashboard and the API. Customers do not see it."
        error={reasonError}
      />
      {isLive ? <PasswordField hint="Required for live payments." error={error} /> : null}
      <ModalActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {canReject ? 'Save decision' : 'Mark as paid'}
        </Button>
      </ModalActions>
    </form>
  );
}

function Choice({ value, label, hint }: { value: string; label: string; hint: string }) {
  return (
    <label className="flex items-start gap-2">
      <input type="radio" name="decision" value={value} className="mt-0.5 size-4 accent-accent" />
      <span>
        <span className="font-medium">{label}.</span> <span className="text-soft">{hint}</span>
      </span>
    </label>
  );
}
