import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { apiKeysQuery } from '../../api/queries.ts';
import { fromLocalInput, toLocalInput } from '../../format/local-time.ts';
import { useMay } from '../../shell/use-may.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceLink } from '../../ui/choice-link.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { readText } from '../../ui/read-text.ts';
import { filterOf, METHODS, type RequestsSearch, readMethod, readSearch } from './requests-search.ts';

const PATH = '/dashboard/developers/logs';

const PILL =
  'rounded-full border border-line px-2.5 py-1 text-[13px] whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-current:border-transparent aria-current:bg-ink aria-current:font-medium aria-current:text-canvas';

const STATUSES = [
  { status: undefined, label: 'All' },
  { status: '2xx', label: 'Succeeded (2xx)' },
  { status: '4xx', label: 'Client errors (4xx)' },
  { status: '5xx', label: 'Server errors (5xx)' },
];

/** The filter is part of the URL, so that a view can be bookmarked and shared. */
export function RequestsFilter() {
  const search = useSearch({ from: '/signed-in/dashboard/developers/logs' });
  const filter = filterOf(search);
  const navigate = useNavigate();
  const show = (change: RequestsSearch) =>
    void navigate({ to: PATH, search: { ...filter, ...change }, resetScroll: false });
  return (
    <search className="flex flex-col gap-3">
      <SearchForm
        key={JSON.stringify([filter.route, filter.problem, filter.after, filter.before])}
        filter={filter}
        show={show}
      />
      <ul aria-label="Filter by status" className="flex flex-wrap gap-x-1.5 gap-y-3.5">
        {STATUSES.map(({ status, label }) => (
          <li key={label}>
            <ChoiceLink
              to={{ to: PATH, search: { ...filter, status } }}
              current={search.status === status}
              className={PILL}
            >
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </search>
  );
}

interface FilterProps {
  filter: RequestsSearch;
  show: (change: RequestsSearch) => void;
}

/** The fields apply when the form is sent, and the choices at once. */
function SearchForm({ filter, show }: FilterProps) {
  const keys = useQuery({ ...apiKeysQuery(useMode()), enabled: useMay()('keys:write') });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const timeOf = (name: string) => fromLocalInput(readText(form, name));
    show({ ...readSearch(readText(form, 'q')), after: timeOf('after'), before: timeOf('before') });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_13rem_13rem_auto]">
      <div className="col-span-full max-w-xl">
        <TextField
          label="Request ID, error code, or route"
          name="q"
          type="search"
          autoComplete="off"
          defaultValue={filter.route ?? filter.problem ?? ''}
          placeholder="req_… or /{public_key}/items"
        />
      </div>
      <SelectField
        label="Method"
        value={filter.method ?? ''}
        onChange={(event) => show({ method: readMethod(event.target.value) })}
      >
        <option value="">Any</option>
        {METHODS.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <SelectField
        label="API key"
        value={filter.key_id ?? ''}
        onChange={(event) => show({ key_id: event.target.value === '' ? undefined : event.target.value })}
      >
        <option value="">Any</option>
        {keys.data?.data.map(({ id, name, private_key_end: end }) => (
          <option key={id} value={id}>
            {name} (…{end})
          </option>
        ))}
      </SelectField>
      <div className="max-sm:col-span-2">
        <TextField label="From" name="after" type="datetime-local" defaultValue={toLocalInput(filter.after)} />
      </div>
      <div className="max-sm:col-span-2">
        <TextField label="To" name="before" type="datetime-local" defaultValue={toLocalInput(filter.before)} />
      </div>
      <Button type="submit" className="min-h-9 max-lg:col-span-2">
        Search
      </Button>
    </form>
  );
}
