import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/generated.ts';
import { auditQuery, teamQuery } from '../../api/queries.ts';
import { listDetails } from '../../format/audit-details.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AuditSearch, KINDS } from './audit-search.ts';
import { wordsOfAction, wordsOfActor } from './audit-words.ts';

const PATH = '/dashboard/settings/audit-log';

export function AuditPage() {
  return (
    <Page title="Audit log" lead="Who changed what, when and from where, in test and live mode. Newest first.">
      <Filter />
      <Entries />
    </Page>
  );
}

function Filter() {
  const { actor, kind } = useSearch({ from: '/signed-in/dashboard/settings/audit-log' });
  const team = useQuery(teamQuery());
  const navigate = useNavigate();
  const show = (change: AuditSearch) =>
    void navigate({ to: PATH, search: { actor, kind, ...change }, resetScroll: false });
  const members = team.data?.members ?? [];
  const isKnown = actor === undefined || actor === 'cli' || members.some(({ id }) => id === actor);
  return (
    <search className="grid max-w-xl gap-3 sm:grid-cols-2">
      <SelectField
        label="Person"
        value={actor ?? ''}
        onChange={(event) => show({ actor: event.target.value || undefined })}
      >
        <option value="">Everybody</option>
        {members.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
        <option value="cli">Command line</option>
        {isKnown ? null : <option value={actor}>{actor}</option>}
      </SelectField>
      <SelectField
        label="Kind"
        value={kind ?? ''}
        onChange={(event) => show({ kind: event.target.value || undefined })}
      >
        <option value="">Everything</option>
        {KINDS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

function Entries() {
  const { actor, kind, cursor } = useSearch({ from: '/signed-in/dashboard/settings/audit-log' });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...auditQuery({ actor, kind, cursor }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="the audit log" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} what="audit log" />;
  return (
    <>
      {data.data.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong px-6 py-10 text-center text-soft">
          Nothing found.
        </p>
      ) : (
        <ol className={`flex flex-col gap-2 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
          {data.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link to={PATH} search={{ actor, kind }} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link to={PATH} search={{ actor, kind, cursor: data.next_cursor }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-raised px-4 py-3 shadow-lift lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{entry.actor_email ?? wordsOfActor(entry.actor)}</p>
        <p className="text-xs text-soft">
          <DateTime at={entry.created_at} />
          {entry.address === null ? null : ` from ${entry.address}`}
        </p>
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span>{wordsOfAction(entry.action)}</span>{' '}
          <span className="font-mono text-xs text-soft">{entry.subject_email ?? entry.subject}</span>
        </p>
        {entry.details.length === 0 ? null : (
          <dl className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-soft">
            {listDetails(entry.details).map(({ name, value }) => (
              <div key={name} className="flex min-w-0 gap-1">
                <dt className="shrink-0">{name}:</dt>
                <dd className="min-w-0 text-ink wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
