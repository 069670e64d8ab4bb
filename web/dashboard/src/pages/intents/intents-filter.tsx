import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Mode } from '../../api/types.ts';
import { describeStatus, INTENT_STATUSES } from '../../format/status.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { ChoiceLink } from '../../ui/choice-link.tsx';
import { inputStyle } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { countMore, filterOf, isFiltered, toText } from './intents-search.ts';
import { MoreFilters } from './more-filters.tsx';

const PILL =
  'rounded-full border border-line px-2.5 py-1 text-[13px] whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-current:border-transparent aria-current:bg-ink aria-current:font-medium aria-current:text-canvas';

const DEBOUNCE_MS = 350;

/** Filter and search are part of the URL, so that a view can be bookmarked and shared. */
export function IntentsFilter({ mode }: { mode: Mode }) {
  const search = useSearch({ from: '/signed-in/dashboard/payments' });
  const filter = filterOf(search);
  const more = countMore(search);
  const [isOpen, setOpen] = useState(more > 0);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox />
        <Button
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls="more-filters"
          className="min-h-9"
        >
          <Icon name="filter" />
          {more === 0 ? 'Filters' : `Filters (${more})`}
        </Button>
        {isFiltered(search) ? (
          <Link to="/dashboard/payments" search={{}} className={`${buttonStyle('quiet')} min-h-9`}>
            Clear
          </Link>
        ) : null}
      </div>
      {/* The form shows what the URL says, also after a link has changed it. */}
      <div id="more-filters" hidden={!isOpen}>
        <MoreFilters key={toText(search)} mode={mode} filter={filter} />
      </div>
      <ul aria-label="Filter by status" className="flex flex-wrap gap-x-1.5 gap-y-3.5">
        {[undefined, ...INTENT_STATUSES].map((each) => (
          <li key={each ?? 'all'}>
            <ChoiceLink
              to={{ to: '/dashboard/payments', search: { ...filter, status: each } }}
              current={search.status === each}
              className={PILL}
            >
              {each === undefined ? 'All' : describeStatus(each).label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SearchBox() {
  const filter = filterOf(useSearch({ from: '/signed-in/dashboard/payments' }));
  const { q } = filter;
  const navigate = useNavigate();
  const [text, setText] = useState(q ?? '');
  const searched = useRef(q);
  const search = (query: string) => {
    const next = query.trim() === '' ? undefined : query.trim();
    if (next === q) return;
    searched.current = next;
    void navigate({ to: '/dashboard/payments', search: { ...filter, q: next }, replace: true });
  };
  useEffect(() => {
    const timer = setTimeout(() => search(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // Only typing starts a search; a changed URL has already been searched.
  }, [text]);
  useEffect(() => {
    // A link may change the search as well. The box itself stays, because somebody may be typing in it.
    if (q === searched.current) return;
    searched.current = q;
    setText(q ?? '');
  }, [q]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  return (
    <search className="max-w-md min-w-0 flex-1 basis-64">
      <form onSubmit={submit} className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-soft"
        />
        <input
          type="search"
          aria-label="Search payments"
          placeholder="ID, name, email, order, transaction…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`${inputStyle} pl-8`}
        />
      </form>
    </search>
  );
}
