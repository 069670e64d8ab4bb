import { Link } from '@tanstack/react-router';
import type { EndpointHealth, WebhookEndpoint } from '../../api/generated.ts';
import { describeEndpoint } from '../../format/endpoint.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { Notice } from '../../ui/notice.tsx';
import { HealthStrip } from './health-strip.tsx';

interface EndpointCardProps {
  endpoint: WebhookEndpoint;
  /** Undefined while it loads. */
  hours: EndpointHealth['hours'] | undefined;
}

export function EndpointCard({ endpoint, hours }: EndpointCardProps) {
  const { label, tone, advice } = describeEndpoint(endpoint);
  return (
    <article aria-label={endpoint.url} className="rounded-lg border border-line bg-raised p-4 shadow-lift">
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 font-semibold">
              <Link
                to="/dashboard/developers/webhooks/$id"
                params={{ id: endpoint.id }}
                className="text-link underline-offset-2 wrap-anywhere hover:underline"
              >
                <Breakable text={endpoint.url} />
              </Link>
            </h2>
            <Badge tone={tone}>{label}</Badge>
          </div>
          {endpoint.description === '' ? null : <p className="wrap-anywhere">{endpoint.description}</p>}
          <div className="text-xs text-soft">
            <EventList events={endpoint.events} />
          </div>
        </div>
        <HealthStrip hours={hours} />
      </div>
      {advice === null ? null : (
        <div className="mt-3">
          <Notice tone={tone}>{advice}</Notice>
        </div>
      )}
    </article>
  );
}

/** The types that an endpoint gets. */
export function EventList({ events }: { events: readonly string[] }) {
  if (events.includes('*')) return 'Every event';
  return (
    <ul aria-label="Events" className="flex flex-wrap gap-1">
      {events.map((type) => (
        <li
          key={type}
          className="rounded bg-neutral-tint px-1.5 py-px font-mono text-xs text-neutral-ink wrap-anywhere"
        >
          <Breakable text={type} />
        </li>
      ))}
    </ul>
  );
}
