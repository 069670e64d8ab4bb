import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import type { WebhookEndpoint } from '../../api/generated.ts';
import { endpointQuery, healthQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { describeEndpoint } from '../../format/endpoint.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EventList } from './endpoint-card.tsx';
import { HealthStrip } from './health-strip.tsx';

export function EndpointPage() {
  const mode = useMode();
  const { id } = useParams({ from: '/signed-in/dashboard/developers/webhooks/$id' });
  const { data, error, refetch } = useQuery(endpointQuery(mode, id));
  if (data) return <EndpointDetails mode={mode} endpoint={data} />;
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Page title="Webhook endpoint" above={<WebhooksLink />}>
      {error ? null : <Skeleton lines={10} what="webhook endpoint" />}
      {error && missing ? <Missing mode={mode} /> : null}
      {error && !missing ? <LoadError what="this webhook endpoint" error={error} retry={() => void refetch()} /> : null}
    </Page>
  );
}

function EndpointDetails({ mode, endpoint }: { mode: Mode; endpoint: WebhookEndpoint }) {
  const { label, tone, advice } = describeEndpoint(endpoint);
  const health = useQuery(healthQuery(mode));
  return (
    <Page
      title={hostOf(endpoint.url)}
      tabTitle={`${hostOf(endpoint.url)} webhooks`}
      above={<WebhooksLink />}
      lead={
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1">
          <span className="font-mono text-xs break-all">{endpoint.url}</span>
          <CopyButton text={endpoint.url} what="URL" compact />
          <Badge tone={tone}>{label}</Badge>
        </span>
      }
      actions={<EndpointActions mode={mode} endpoint={endpoint} />}
    >
      {advice === null ? null : <Notice tone={tone}>{advice}</Notice>}
      <Card title="Endpoint">
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <dl className="grid gap-3 sm:grid-cols-2">
            {endpoint.description === '' ? null : <Detail name="Description">{endpoint.description}</Detail>}
            <Detail name="Events">
              <EventList events={endpoint.events} />
            </Detail>
            <Detail name="ID">
              <span className="flex min-w-0 items-center gap-1">
                <code className="min-w-0 font-mono text-xs break-all">{endpoint.id}</code>
                <CopyButton text={endpoint.id} what="endpoint ID" compact />
              </span>
            </Detail>
            <Detail name="API version">{endpoint.api_version}</Detail>
            <Detail name="Last success">
              {endpoint.last_success_at === null ? 'Never' : <TimeAgo at={endpoint.last_success_at} />}
            </Detail>
            <Detail name="Created">
              <TimeAgo at={endpoint.created_at} />
            </Detail>
            <PreviousSecret until={endpoint.previous_secret_until} />
          </dl>
          <HealthStrip hours={health.data?.data.find((one) => one.endpoint === endpoint.id)?.hours} />
        </div>
      </Card>
      <DeliveryLog mode={mode} endpoint={endpoint} />
    </Page>
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

function PreviousSecret({ until }: { until: string | null }) {
  if (until === null || Date.parse(until) <= Date.now()) return null;
  return (
    <Detail name="Old secret signs until">
      <DateTime at={until} />
    </Detail>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

export function WebhooksLink() {
  return (
    <Link
      to="/dashboard/developers/webhooks"
      className="mb-1 -ml-1 inline-flex items-center gap-1 text-[13px] text-soft hover:text-ink"
    >
      <Icon name="back" />
      Webhooks
    </Link>
  );
}

function Missing({ mode }: { mode: Mode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">Endpoint not found in {mode} mode</p>
      <p className="text-soft">It may have been deleted, or belong to {mode === 'test' ? 'live' : 'test'} mode.</p>
      <Link to="/dashboard/developers/webhooks" className={`mt-2 ${buttonStyle()}`}>
        View all endpoints
      </Link>
    </div>
  );
}
