import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import type { EventDetails } from '../../api/generated.ts';
import { eventQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { useMode } from '../../shell/use-mode.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EventDeliveries } from './event-deliveries.tsx';
import { Subject } from './events-table.tsx';

export function EventPage() {
  const mode = useMode();
  const { id } = useParams({ from: '/signed-in/dashboard/developers/events/$id' });
  const { data, error, refetch } = useQuery(eventQuery(mode, id));
  if (data) return <Details mode={mode} event={data} />;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Page title="Event" above={<BackLink />}>
      {error ? null : <Skeleton lines={10} what="event" />}
      {error && missing ? <Missing mode={mode} /> : null}
      {error && !missing ? <LoadError what="this event" error={error} retry={() => void refetch()} /> : null}
    </Page>
  );
}

function Details({ mode, event }: { mode: Mode; event: EventDetails }) {
  const { deliveries: _count, ...shown } = event;
  const text = JSON.stringify(shown, null, 2);
  return (
    <Page
      title={event.type}
      above={<BackLink />}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-1">
          <span className="font-mono text-xs break-all">{event.id}</span>
          <CopyButton text={event.id} what="event ID" compact />
        </span>
      }
    >
      <Card title="Event">
        <dl className="grid gap-3 sm:grid-cols-3">
          <div className="min-w-0">
            <dt className="text-xs text-soft">About</dt>
            <dd>
              <Subject event={event} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-soft">Number</dt>
            <dd className="tabular-nums">{event.number}</dd>
          </div>
          <div>
            <dt className="text-xs text-soft">Time</dt>
            <dd>
              <DateTime at={event.timestamp} />
            </dd>
          </div>
        </dl>
      </Card>
      <EventDeliveries mode={mode} event={event} />
      <Card
        title="JSON"
        lead="As the API returns it and webhooks send it."
        actions={<CopyButton text={text} what="JSON" />}
      >
        <CodeBlock label="Event as JSON" text={text} />
      </Card>
    </Page>
  );
}

function BackLink() {
  return (
    <Link
      to="/dashboard/developers/events"
      className="mb-1 -ml-1 inline-flex items-center gap-1 text-[13px] text-soft hover:text-ink"
    >
      <Icon name="back" />
      Events
    </Link>
  );
}

function Missing({ mode }: { mode: Mode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">Event not found in {mode} mode</p>
      <p className="text-soft">It may belong to {mode === 'test' ? 'live' : 'test'} mode, or be too old.</p>
      <Link to="/dashboard/developers/events" className={`mt-2 ${buttonStyle()}`}>
        View all events
      </Link>
    </div>
  );
}
