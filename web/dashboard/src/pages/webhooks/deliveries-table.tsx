import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Delivery } from '../../api/generated.ts';
import type { Mode } from '../../api/types.ts';
import { describeDelivery, describeOutcome } from '../../format/delivery.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { ResendDelivery } from './resend-delivery.tsx';

interface DeliveriesTableProps {
  mode: Mode;
  deliveries: Delivery[];
  /** Whether something can be sent to an endpoint. */
  canSend: (endpointId: string) => boolean;
  /** The URLs of endpoints by their ID, if the deliveries go to several. */
  urls?: ReadonlyMap<string, string>;
}

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function DeliveriesTable({ mode, deliveries, canSend, urls }: DeliveriesTableProps) {
  const heads = [...(urls ? ['Endpoint'] : ['Event']), 'State', 'Last attempt', 'Attempts', 'Created'];
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Deliveries, newest first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line">
          {heads.map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="px-2.5 py-2 text-xs font-medium text-soft first:pl-0"
            >
              {head}
            </th>
          ))}
          <th role="columnheader" scope="col" className="py-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            mode={mode}
            delivery={delivery}
            url={urls && (urls.get(delivery.endpoint) ?? delivery.endpoint)}
            canSend={canSend(delivery.endpoint)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  mode: Mode;
  delivery: Delivery;
  /** Where it goes, if the table does not say so. */
  url: string | undefined;
  canSend: boolean;
}

function Row({ mode, delivery, url, canSend }: RowProps) {
  const { label, tone } = describeDelivery(delivery);
  const { attempt_count: attempts, next_attempt_at: nextAt } = delivery;
  return (
    <tr
      role="row"
      className="border-b border-line align-baseline max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:p-3"
    >
      <Cell wide>
        <Link
          to="/dashboard/developers/webhooks/deliveries/$id"
          params={{ id: delivery.id }}
          className="font-mono text-xs text-link underline-offset-2 wrap-anywhere hover:underline"
        >
          <Breakable text={url ?? delivery.event_type} />
        </Link>
        {url !== undefined || delivery.number === 0 ? null : (
          <span className="block text-xs text-soft">#{delivery.number}</span>
        )}
      </Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell wide>
        <span className="wrap-anywhere">{describeOutcome(delivery)}</span>
        {delivery.state === 'pending' && attempts > 0 && nextAt !== null ? (
          <span className="block text-xs text-soft">
            Next <TimeAgo at={nextAt} />
          </span>
        ) : null}
      </Cell>
      <Cell>
        <span className="tabular-nums">
          {attempts}
          <span className="lg:hidden"> {attempts === 1 ? 'attempt' : 'attempts'}</span>
        </span>
      </Cell>
      <Cell>
        <span className="text-soft lg:whitespace-nowrap">
          <TimeAgo at={delivery.created_at} />
        </span>
      </Cell>
      <Cell>{canSend ? <ResendDelivery mode={mode} delivery={delivery} /> : null}</Cell>
    </tr>
  );
}

function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <td role="cell" className={`lg:px-2.5 lg:py-2.5 lg:first:pl-0 lg:last:pr-0 ${wide ? 'max-lg:w-full' : ''}`}>
      {children}
    </td>
  );
}
