import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Item } from '../../api/generated.ts';
import { intentKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { IntentInput, Mode } from '../../api/types.ts';
import { useAnnounce } from '../../shell/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { EMPTY_ADDRESS, type IntentDraft, priceDraft, writeIntent } from './intent-draft.ts';
import { AddressFields, CustomerFields, PriceFields } from './intent-fields.tsx';
import { newLine, OrderLines } from './order-lines.tsx';
import { PaymentSums } from './payment-sums.tsx';

interface NewIntentFormProps {
  mode: Mode;
  catalog: readonly Item[];
  hasMore: boolean;
  /** The assets that the customer can pay with. */
  assets: readonly string[];
}

const emptyDraft = (catalog: readonly Item[], asset: string): IntentDraft => ({
  name: '',
  email: '',
  phone: '',
  lines: [newLine(1, catalog[0])],
  currency: catalog[0]?.currency ?? 'USD',
  taxPercent: '0',
  taxIncluded: true,
  asset,
  rate: '',
  orderId: '',
  description: '',
  address: EMPTY_ADDRESS,
});

const NOTHING: Record<string, string> = {};

export function NewIntentForm({ mode, catalog, hasMore, assets }: NewIntentFormProps) {
  const [draft, setDraft] = useState(() => emptyDraft(catalog, assets[0] ?? ''));
  const [isChecked, setIsChecked] = useState(false);
  const create = useCreateIntent(mode);
  const priced = priceDraft(draft);
  // Errors are shown once somebody has tried to send the form, and then go away as they are corrected.
  const sent = create.error instanceof ApiError ? create.error.fields : NOTHING;
  const errors = isChecked ? { ...sent, ...priced.errors } : NOTHING;
  const change = (more: Partial<IntentDraft>) => {
    // What the server said was about the form as it was.
    if (create.isError) create.reset();
    setDraft((before) => ({ ...before, ...more }));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsChecked(true);
    const { sums, crypto } = priced;
    if (Object.keys(priced.errors).length > 0 || !sums || crypto === undefined) {
      focusFirstError(form);
      return;
    }
    create.mutate(writeIntent(draft, sums, crypto), { onError: () => focusFirstError(form) });
  };
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Customer" lead="Printed on the invoice.">
          <CustomerFields draft={draft} errors={errors} onChange={change} />
        </Card>
        <Card
          title="Items"
          lead={catalog.length === 0 ? 'What the customer buys.' : `From your catalog (${mode} mode).`}
        >
          <OrderLines
            catalog={catalog}
            hasMore={hasMore}
            currency={draft.currency}
            lines={draft.lines}
            errors={errors}
            onChange={(lines) => change({ lines })}
          />
        </Card>
        <Card title="Price">
          <PriceFields draft={draft} assets={assets} errors={errors} onChange={change} />
        </Card>
        <Card title="More">
          <div className="flex flex-col gap-4">
            <TextField
              label="Order ID (optional)"
              autoComplete="off"
              hint="Shown on the checkout and the invoice."
              value={draft.orderId}
              error={errors['order_id']}
              onChange={(event) => change({ orderId: event.target.value })}
            />
            <TextField
              label="Description (optional)"
              autoComplete="off"
              hint="The customer sees it on the checkout page."
              value={draft.description}
              error={errors['description']}
              onChange={(event) => change({ description: event.target.value })}
            />
            <AddressFields address={draft.address} errors={errors} onChange={(address) => change({ address })} />
          </div>
        </Card>
      </div>
      <div className="min-w-0 lg:sticky lg:top-4">
        <Card title="Summary">
          <div className="flex flex-col gap-4">
            <PaymentSums
              priced={priced}
              currency={draft.currency}
              asset={draft.asset}
              taxIncluded={draft.taxIncluded}
              error={errors['total_amount']}
            />
            <UnplacedError error={isChecked ? create.error : null} />
            <Button type="submit" kind="primary" busy={create.isPending} className="min-h-9">
              Create payment
            </Button>
          </div>
        </Card>
      </div>
    </form>
  );
}

/** An error that belongs to no field, or to one that the form does not have. */
function UnplacedError({ error }: { error: Error | null }) {
  if (error instanceof ApiError && Object.keys(error.fields).some((pointer) => PLACED.test(pointer))) return null;
  return <ErrorNotice error={error} />;
}

const PLACED =
  /^(customer\/|items\/\d+\/(item_id|quantity)$|billing_address\/|(total_amount|tax_percent|currency_displayed|exchange_rate|crypto_amount_requested|order_id|description)$)/;

/** Sends the request once: the same request gets the same key, however often it is sent. */
function useCreateIntent(mode: Mode) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const last = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (body: IntentInput) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      return client.call('POST /{mode}/create_checkout_payment_intent', {
        path: { mode },
        body,
        idempotencyKey: last.current.key,
      });
    },
    onSuccess: async ({ payment_intent_response: { payment_intent_id: id } }) => {
      announce('Payment created');
      void queryClient.invalidateQueries({ queryKey: intentKeys.lists(mode) });
      await navigate({ to: '/dashboard/payments/$id', params: { id } });
    },
  });
}
