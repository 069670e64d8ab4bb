import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookEndpoint } from '../../api/generated.ts';
import { deliveriesQuery, deliveryKeys } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import type { Mode } from '../../api/types.ts';
import { DELIVERY_STATES, nameState } from '../../format/delivery.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceLink } from '../../ui/choice-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice, LoadError, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import type { EndpointSearch } from './endpoint-search.ts';
import { ResendRange } from './resend-range.tsx';

const PILL =
  'rounded-full border border-line px-2.5 py-1 text-[13px] whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-current:border-transparent aria-current:bg-ink aria-current:font-medium aria-current:text-canvas';

const PATH = '/dashboard/developers/webhooks/$id';

/** What was sent to an endpoint, and what is left to send. */
export function DeliveryLog({ mode, endpoint }: { mode: Mode; endpoint: WebhookEndpoint }) {
  const { id } = endpoint;
  const { state, cursor } = useSearch({ from: `/signed-in${PATH}` });
  const [asksRange, setAsksRange] = useState(false);
  const [resent, setResent] = useState<number | null>(null);
  const resendFailed = useMutation({
    mutationFn: () =>
      client.call('POST /{mode}/webhook_endpoints/{endpoint_id}/resend', {
        path: { mode, endpoint_id: id },
        body: { state: 'failed' },
      }),
    onSuccess: async (answer) => {
      setResent(answer.resent);
      await queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) });
    },
  });
  const canSend = endpoint.status === 'enabled';
  return (
    <Card
      title="Deliveries"
      lead="Newest first."
      actions={
        canSend ? (
          <div className="flex flex-wrap gap-2">
            <Button needs="webhooks:write" busy={resendFailed.isPending} onClick={() => resendFailed.mutate()}>
              Resend all failed
            </Button>
            <Button needs="webhooks:write" onClick={() => setAsksRange(true)}>
              Resend a range
            </Button>
          </div>
        ) : null
      }
    >
      <div className="flex flex-col gap-3">
        <ErrorNotice error={resendFailed.error} />
        {resent === null ? null : (
          <Notice tone="good" role="status">
            {resent === 0 ? 'Nothing to resend.' : `${resent.toLocaleString('en-US')} sent again.`}
          </Notice>
        )}
        <ul aria-label="Filter by state" className="flex flex-wrap gap-x-1.5 gap-y-3.5">
          {[undefined, ...DELIVERY_STATES].map((each) => (
            <li key={each ?? 'all'}>
              <ChoiceLink
                to={{ to: PATH, params: { id }, search: { state: each } }}
                current={state === each}
                className={PILL}
              >
                {each === undefined ? 'All' : nameState(each)}
              </ChoiceLink>
            </li>
          ))}
        </ul>
        <Deliveries mode={mode} endpointId={id} filter={{ state, cursor }} canSend={canSend} />
      </div>
      {asksRange ? (
        <ResendRange
          mode={mode}
          endpoint={endpoint}
          onClose={() => setAsksRange(false)}
          onResent={(count) => {
            setAsksRange(false);
            setResent(count);
          }}
        />
      ) : null}
    </Card>
  );
}

interface DeliveriesProps {
  mode: Mode;
  endpointId: string;
  filter: EndpointSearch;
  canSend: boolean;
}

function Deliveries({ mode, endpointId, filter: { state, cursor }, canSend }: DeliveriesProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...deliveriesQuery(mode, { endpoint: endpointId, state, cursor }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadError what="deliveries" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} what="deliveries" />;
  if (data.data.length === 0) {
    return (
      <p className="py-6 text-center text-soft">
        {state === undefined && cursor === undefined
          ? 'Nothing has been sent to this endpoint yet. Send a test event to try it.'
          : 'No matching deliveries.'}
      </p>
    );
  }
  const to = { to: PATH, params: { id: endpointId } } as const;
  return (
    <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
      <DeliveriesTable mode={mode} deliveries={data.data} canSend={() => canSend} />
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {cursor === undefined ? null : (
          <Link {...to} search={{ state }} className={buttonStyle()}>
            <Icon name="back" />
            Newest
          </Link>
        )}
        {data.next_cursor === null ? null : (
          <Link {...to} search={{ state, cursor: data.next_cursor }} className={buttonStyle()}>
            Older
            <Icon name="forward" />
          </Link>
        )}
      </nav>
    </div>
  );
}
