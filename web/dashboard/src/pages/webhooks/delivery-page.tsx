import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import type { DeliveryDetails } from '../../api/generated.ts';
import { deliveryQuery, endpointsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { describeDelivery } from '../../format/delivery.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { WebhooksLink } from './endpoint-page.tsx';
import { ResendDelivery } from './resend-delivery.tsx';

export function DeliveryPage() {
  const mode = useMode();
  const { id } = useParams({ from: '/signed-in/dashboard/developers/webhooks/deliveries/$id' });
  const { data, error, refetch } = useQuery(deliveryQuery(mode, id));
  if (data) return <Details mode={mode} delivery={data} />;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Page title="Delivery" above={<WebhooksLink />}>
      {error ? null : <Skeleton lines={10} what="delivery" />}
      {error && missing ? <Missing mode={mode} /> : null}
      {error && !missing ? <LoadError what="this delivery" error={error} retry={() => void refetch()} /> : null}
    </Page>
  );
}

function Details({ mode, delivery }: { mode: Mode; delivery: DeliveryDetails }) {
  const { label, tone } = describeDelivery(delivery);
  const endpoints = useQuery(endpointsQuery(mode));
  const endpoint = endpoints.data?.data.find(({ id }) => id === delivery.endpoint);
  return (
    <Page
      title={delivery.event_type}
      tabTitle={`${delivery.event_type} ${label}`}
      above={<WebhooksLink />}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-1">
          <span className="font-mono text-xs break-all">{delivery.id}</span>
          <CopyButton text={delivery.id} what="delivery ID" compact />
          <Badge tone={tone}>{label}</Badge>
        </span>
      }
      actions={endpoint?.status === 'enabled' ? <ResendDelivery mode={mode} delivery={delivery} /> : undefined}
    >
      <Card title="Delivery">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Detail name="Endpoint">
            {endpoint ? (
              <Link
                to="/dashboard/developers/webhooks/$id"
                params={{ id: endpoint.id }}
                className="text-link underline-offset-2 hover:underline"
              >
                <Breakable text={endpoint.url} />
              </Link>
            ) : (
              <code className="font-mono text-xs">{delivery.endpoint}</code>
            )}
          </Detail>
          <Detail name="Event">
            <EventLink delivery={delivery} />
          </Detail>
          <Detail name="Created">
            <TimeAgo at={delivery.created_at} />
          </Detail>
          {delivery.state === 'pending' ? (
            <Detail name="Next attempt">
              {delivery.next_attempt_at === null ? (
                'After an earlier event of this payment'
              ) : (
                <TimeAgo at={delivery.next_attempt_at} />
              )}
            </Detail>
          ) : null}
        </dl>
      </Card>
      <DeliveryAttempts delivery={delivery} />
      <Card
        title="Request body"
        lead="The same in every attempt."
        actions={<CopyButton text={delivery.body} what="request body" />}
      >
        <CodeBlock label="Body as JSON" text={formatJson(delivery.body)} />
      </Card>
    </Page>
  );
}

/** A test event is not in the list of events. */
function EventLink({ delivery: { event, number } }: { delivery: DeliveryDetails }) {
  if (number === 0) return <code className="font-mono text-xs">{event}</code>;
  return (
    <Link
      to="/dashboard/developers/events/$id"
      params={{ id: event }}
      className="font-mono text-xs text-link underline-offset-2 hover:underline"
    >
      {event}
    </Link>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Missing({ mode }: { mode: Mode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">Delivery not found in {mode} mode</p>
      <p className="text-soft">It may belong to {mode === 'test' ? 'live' : 'test'} mode, or be too old.</p>
      <Link to="/dashboard/developers/webhooks" className={`mt-2 ${buttonStyle()}`}>
        View all endpoints
      </Link>
    </div>
  );
}
