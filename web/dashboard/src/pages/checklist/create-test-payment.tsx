import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { checklistKey, intentKeys } from '../../api/queries.ts';
import { SAMPLE_REQUEST } from '../../api/sample-request.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { IntentInput } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

interface CreateTestPaymentProps {
  kind?: 'primary' | 'plain';
  onCreated?: (id: string) => void;
}

/** Creates the sample order of the documentation, which can be paid on the simulated network. */
export function CreateTestPayment({ kind = 'plain', onCreated }: CreateTestPaymentProps) {
  const announce = useAnnounce();
  // A second click, or one after a lost answer, does not create a second payment.
  const key = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/create_checkout_payment_intent', {
        path: { mode: 'test' },
        body: JSON.parse(SAMPLE_REQUEST) as IntentInput,
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ payment_intent_response: { payment_intent_id: id } }) => {
      key.current = crypto.randomUUID();
      announce('Test payment created');
      onCreated?.(id);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: checklistKey }),
        queryClient.invalidateQueries({ queryKey: intentKeys.lists('test') }),
      ]);
    },
  });
  return (
    <>
      <Button needs="payments:write" kind={kind} busy={create.isPending} onClick={() => create.mutate()}>
        Create a test payment
      </Button>
      <ErrorNotice error={create.error} />
    </>
  );
}
