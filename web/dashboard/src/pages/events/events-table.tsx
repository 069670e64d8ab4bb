import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Event as ApiEvent } from '../../api/generated.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const HEADS = ['Event', 'About', 'Number', 'Time'];

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function EventsTable({ events }: { events: ApiEvent[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Events, newest first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line">
          {HEADS.map((head) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className="px-2.5 py-2 text-xs font-medium text-soft first:pl-0 last:pr-0"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {events.map((event) => (
          <tr
            key={event.id}
            role="row"
            className="border-b border-line align-baseline max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded-lg max-lg:border max-lg:p-3"
          >
            <Cell wide>
              <Link
                to="/dashboard/developers/events/$id"
                params={{ id: event.id }}
                className="font-mono text-xs text-link underline-offset-2 wrap-anywhere hover:underline"
              >
                <Breakable text={event.type} />
              </Link>
            </Cell>
            <Cell wide>
              <Subject event={event} />
            </Cell>
            <Cell>
              <span className="text-soft tabular-nums">#{event.number}</span>
            </Cell>
            <Cell>
              <span className="text-soft lg:whitespace-nowrap">
                <TimeAgo at={event.timestamp} />
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the event happened to. A payment has its own page. */
export function Subject({ event }: { event: ApiEvent }) {
  const { object, id } = event.data.object;
  if (typeof id !== 'string') return <span className="text-soft">–</span>;
  if (object !== 'payment_intent') return <code className="font-mono text-xs wrap-anywhere">{id}</code>;
  return (
    <Link
      to="/dashboard/payments/$id"
      params={{ id }}
      className="font-mono text-xs text-link underline-offset-2 wrap-anywhere hover:underline"
    >
      {id}
    </Link>
  );
}

function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <td role="cell" className={`lg:px-2.5 lg:py-2.5 lg:first:pl-0 lg:last:pr-0 ${wide ? 'max-lg:w-full' : ''}`}>
      {children}
    </td>
  );
}
