import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describeStatus, INTENT_STATUSES } from '../../format/status.ts';
import { ChoiceLink } from '../../ui/choice-link.tsx';
import { inputStyle } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

const PILL =
  'rounded-full border border-line px-2.5 py-1 text-[13px] whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-current:border-transparent aria-current:bg-ink aria-current:font-medium aria-current:text-canvas';

const DEBOUNCE_MS = 350;

/** Filter and search are part of the URL, so that a view can be bookmarked and shared. */
export function IntentsFilter() {
  const { status, q } = useSearch({ from: '/signed-in/dashboard/payments' });
  return (
    <div className="flex flex-col gap-3">
      <SearchBox />
      <ul aria-label="Filter by status" className="flex flex-wrap gap-x-1.5 gap-y-3.5">
        {[undefined, ...INTENT_STATUSES].map((each) => (
          <li key={each ?? 'all'}>
            <ChoiceLink
              to={{ to: '/dashboard/payments', search: { status: each, q } }}
              current={status === each}
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
  const { status, q } = useSearch({ from: '/signed-in/dashboard/payments' });
  const navigate = useNavigate();
  const [text, setText] = useState(q ?? '');
  const searched = useRef(q);
  const search = (query: string) => {
    const next = query.trim() === '' ? undefined : query.trim();
    if (next === q) return;
    searched.current = next;
    void navigate({ to: '/dashboard/payments', search: { status, q: next }, replace: true });
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
    <search>
      <form onSubmit={submit} className="relative max-w-md">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-soft"
        />
        <input
          type="search"
          aria-label="Search payments"
          placeholder="Payment ID, email, or order ID"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`${inputStyle} pl-8`}
        />
      </form>
    </search>
  );
}
