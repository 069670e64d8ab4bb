import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { networksQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { fromLocalInput, toLocalInput } from '../../format/local-time.ts';
import { parseAmount, printAmount } from '../../format/money.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { readText } from '../../ui/read-text.ts';
import type { IntentsSearch } from './intents-search.ts';

const CURRENCY = /^[A-Za-z0-9]{3,12}$/;

type Errors = Partial<Record<'currency' | 'amount_min' | 'amount_max', string>>;

/** Filters that apply when the form is sent. */
export function MoreFilters({ mode, filter }: { mode: Mode; filter: IntentsSearch }) {
  const navigate = useNavigate();
  const networks = useQuery(networksQuery(mode)).data?.data ?? [];
  const assets = [...new Set(networks.flatMap((network) => network.assets))].sort();
  const [errors, setErrors] = useState<Errors>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { amounts, errors: found } = readAmounts(form);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const chosen = (name: string) => readText(form, name) || undefined;
    const search = {
      ...filter,
      ...amounts,
      asset: chosen('asset'),
      network: chosen('network'),
      created_after: fromLocalInput(readText(form, 'created_after')),
      created_before: fromLocalInput(readText(form, 'created_before')),
    };
    void navigate({ to: '/dashboard/payments', search, resetScroll: false });
  };
  const amount = (name: 'amount_min' | 'amount_max') =>
    filter[name] === undefined ? '' : printAmount(Number(filter[name]), filter.currency ?? '');
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="More filters"
      className="grid grid-cols-1 items-start gap-3 rounded-lg border border-line p-3 sm:grid-cols-2 lg:grid-cols-4"
    >
      <TextField
        label="Created after"
        name="created_after"
        type="datetime-local"
        defaultValue={toLocalInput(filter.created_after)}
      />
      <TextField
        label="Created before"
        name="created_before"
        type="datetime-local"
        defaultValue={toLocalInput(filter.created_before)}
      />
      <SelectField label="Asset" name="asset" defaultValue={filter.asset ?? ''} key={`asset ${assets.length}`}>
        <option value="">Any</option>
        {withChosen(assets, filter.asset).map((asset) => (
          <option key={asset}>{asset}</option>
        ))}
      </SelectField>
      <SelectField
        label="Paid on network"
        name="network"
        defaultValue={filter.network ?? ''}
        key={`network ${networks.length}`}
      >
        <option value="">Any</option>
        {networks.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Currency"
        name="currency"
        autoComplete="off"
        placeholder="USD"
        defaultValue={filter.currency ?? ''}
        error={errors.currency}
      />
      <TextField
        label="Amount from"
        name="amount_min"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount('amount_min')}
        error={errors.amount_min}
      />
      <TextField
        label="Amount to"
        name="amount_max"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount('amount_max')}
        error={errors.amount_max}
      />
      <Button type="submit" kind="primary" className="min-h-9 sm:mt-[1.45rem]">
        Apply filters
      </Button>
    </form>
  );
}

const withChosen = (assets: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || assets.includes(chosen) ? assets : [...assets, chosen];

/** Amounts in the smallest unit of their currency, or what is wrong with them. */
function readAmounts(form: FormData): { amounts: Partial<IntentsSearch>; errors: Errors } {
  const currency = readText(form, 'currency').trim().toUpperCase();
  const errors: Errors = {};
  const read = (name: 'amount_min' | 'amount_max') => {
    const text = readText(form, name).trim();
    if (text === '') return undefined;
    const amount = parseAmount(text, currency);
    if (amount === null) errors[name] = 'Enter an amount such as 12.50.';
    return amount === null ? undefined : String(amount);
  };
  const [min, max] = [read('amount_min'), read('amount_max')];
  if (min !== undefined && max !== undefined && Number(max) < Number(min)) {
    errors.amount_max = 'Enter an amount that is not below the first one.';
  }
  const needsCurrency = currency === '' && (min !== undefined || max !== undefined);
  if (needsCurrency) errors.currency = 'Enter the currency of the amounts.';
  if (currency !== '' && !CURRENCY.test(currency)) errors.currency = 'Enter a currency code such as USD.';
  return { amounts: { currency: currency || undefined, amount_min: min, amount_max: max }, errors };
}
