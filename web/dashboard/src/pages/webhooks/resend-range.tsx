import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import type { WebhookEndpoint } from '../../api/generated.ts';
import { deliveryKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

interface ResendRangeProps {
  mode: Mode;
  endpoint: WebhookEndpoint;
  onClose: () => void;
  onResent: (count: number) => void;
}

const readNumber = (data: FormData, name: string): number => Number(data.get(name) || Number.NaN);

/** People count both ends in; the API takes the numbers around them. */
export function ResendRange({ mode, endpoint, onClose, onResent }: ResendRangeProps) {
  const resend = useMutation({
    mutationFn: ({ first, last }: { first: number; last: number }) =>
      client.call('POST /{mode}/webhook_endpoints/{endpoint_id}/resend', {
        path: { mode, endpoint_id: endpoint.id },
        body: { after: first - 1, before: last + 1 },
      }),
    onSuccess: async ({ resent }) => {
      onResent(resent);
      await queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) });
    },
  });
  const fields = resend.error instanceof ApiError ? resend.error.fields : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const range = { first: readNumber(data, 'first'), last: readNumber(data, 'last') };
    resend.mutate(range, { onError: () => focusFirstError(form) });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Resend a range of events"
      description="Sends the events with these numbers again, except types that the endpoint does not receive. At most 10,000 at a time."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {fields['after'] === undefined && fields['before'] === undefined ? <ErrorNotice error={resend.error} /> : null}
        <TextField
          label="First number"
          name="first"
          inputMode="numeric"
          autoComplete="off"
          required
          error={fields['after'] === undefined ? undefined : 'Enter the number of an event.'}
        />
        <TextField
          label="Last number"
          name="last"
          inputMode="numeric"
          autoComplete="off"
          required
          error={describeLast(fields['before'])}
        />
        <ModalActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={resend.isPending}>
            Resend
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

const describeLast = (detail: string | undefined): string | undefined => {
  if (detail === undefined) return undefined;
  return detail.includes('at most') ? 'Choose at most 10,000 events.' : 'Enter the number of an event.';
};
