import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EventDetails } from '../../api/generated.ts';
import { deliveriesQuery, deliveryKeys, endpointsQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice, LoadError, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeliveriesTable } from '../webhooks/deliveries-table.tsx';

/** Where an event went. */
export function EventDeliveries({ mode, event }: { mode: Mode; event: EventDetails }) {
  const deliveries = useQuery(deliveriesQuery(mode, { event: event.id, limit: '100' }));
  const endpoints = useQuery(endpointsQuery(mode));
  const resend = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/events/{event_id}/resend', { path: { mode, event_id: event.id }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) }),
  });
  const enabled = new Set(endpoints.data?.data.flatMap(({ id, status }) => (status === 'enabled' ? id : [])));
  return (
    <Card
      title="Deliveries"
      lead="Where this event was sent."
      actions={
        enabled.size > 0 ? (
          <Button needs="webhooks:write" busy={resend.isPending} onClick={() => resend.mutate()}>
            Resend to all
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <ErrorNotice error={resend.error} />
        {resend.data ? <Resent count={resend.data.data.length} /> : null}
        {deliveries.error && !deliveries.data ? (
          <LoadError what="deliveries" error={deliveries.error} retry={() => void deliveries.refetch()} />
        ) : null}
        {deliveries.isPending ? <Skeleton lines={3} what="deliveries" /> : null}
        {deliveries.data?.data.length === 0 ? (
          <p className="text-soft">
            No endpoint wanted this event.{' '}
            <Link to="/dashboard/developers/webhooks" className="text-link underline-offset-2 hover:underline">
              View endpoints
            </Link>
          </p>
        ) : null}
        {deliveries.data && deliveries.data.data.length > 0 ? (
          <DeliveriesTable
            mode={mode}
            deliveries={deliveries.data.data}
            canSend={(id) => enabled.has(id)}
            urls={new Map(endpoints.data?.data.map(({ id, url }) => [id, url]))}
          />
        ) : null}
      </div>
    </Card>
  );
}

function Resent({ count }: { count: number }) {
  return (
    <Notice tone="good" role="status">
      {count === 0
        ? 'No enabled endpoint receives this type of event.'
        : `Sent again to ${count} ${count === 1 ? 'endpoint' : 'endpoints'}.`}
    </Notice>
  );
}
