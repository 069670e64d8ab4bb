import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { EVENT_GROUPS } from '../../format/event-types.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { EventsSearch } from './events-search.ts';

const PAYMENT_ID = /^pi_[0-9A-Za-z]{22}$/;

/** The filter is part of the URL, so that a view can be bookmarked and shared. */
export function EventsFilter({ filter }: { filter: EventsSearch }) {
  const navigate = useNavigate();
  const show = (search: EventsSearch) => void navigate({ to: '/dashboard/developers/events', search, replace: true });
  const [payment, setPayment] = useState(filter.payment ?? '');
  const [isInvalid, setIsInvalid] = useState(false);
  useEffect(() => {
    setPayment(filter.payment ?? '');
    setIsInvalid(false);
  }, [filter.payment]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = payment.trim();
    const isValid = id === '' || PAYMENT_ID.test(id);
    setIsInvalid(!isValid);
    if (isValid) show({ type: filter.type, payment: id === '' ? undefined : id });
  };
  return (
    <search>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <div className="w-full sm:w-72">
          <SelectField
            label="Type"
            value={filter.type ?? ''}
            onChange={(event) => show({ type: event.target.value || undefined, payment: filter.payment })}
          >
            <option value="">All types</option>
            {EVENT_GROUPS.map(({ prefix, title, types }) => (
              <optgroup key={prefix} label={title}>
                {types.length > 1 ? <option value={`${prefix}.*`}>{`${prefix}.*`}</option> : null}
                {types.map((type) => (
                  <option key={type} value={type}>
                    {type}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        </div>
        <div className="w-full sm:w-72">
          <TextField
            label="Payment ID"
            placeholder="pi_…"
            autoComplete="off"
            spellCheck={false}
            value={payment}
            onChange={(event) => setPayment(event.target.value)}
            error={isInvalid ? 'Enter the full payment ID.' : undefined}
          />
        </div>
        <Button type="submit" className="min-h-9 sm:mt-6">
          Filter
        </Button>
      </form>
    </search>
  );
}
