import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../../api/generated.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { HttpStatus } from '../../ui/http-status.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import type { RequestsSearch } from './requests-search.ts';

interface RequestsTableProps {
  requests: LoggedRequest[];
  /** What the URL keeps when a request is opened. */
  search: RequestsSearch;
}

const HEADS = ['Status', 'Request', 'API key', 'Duration', 'Time'];

/** The roles are explicit because some browsers drop a table's roles when it is styled as cards. */
export function RequestsTable({ requests, search }: RequestsTableProps) {
  return (
    <table role="table" className="w-full border-collapse text-left max-lg:block">
      <caption className="sr-only">Requests, newest first</caption>
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line">
          {HEADS.map((head) => (
            <th key={head} role="columnheader" scope="col" className="px-2.5 py-2 text-xs font-medium text-soft">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:flex max-lg:flex-col max-lg:gap-2">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} search={search} />
        ))}
      </tbody>
    </table>
  );
}

const ROW =
  'border-b border-b-line align-baseline hover:bg-hover max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:gap-y-1.5 max-lg:rounded-lg max-lg:border max-lg:border-y-line max-lg:border-r-line max-lg:p-3';

/** A failed request stands out: it has a colored edge, the color of its status, and its error code. */
function RequestRow({ request, search }: { request: LoggedRequest; search: RequestsSearch }) {
  const { id, method, route, status, problem, key, ms, created_at: at } = request;
  const failed = status >= 500 ? 'border-l-bad-ink' : 'border-l-warning-ink';
  const edge = status >= 400 ? `border-l-4 max-lg:border-l-4 ${failed}` : 'border-l-line';
  return (
    <tr role="row" className={`${ROW} ${edge}`}>
      <Cell>
        <HttpStatus status={status} />
      </Cell>
      <Cell wide>
        <Link
          to="/dashboard/developers/logs"
          search={{ ...search, request: id }}
          resetScroll={false}
          className="font-mono text-xs wrap-anywhere text-link underline-offset-2 hover:underline"
        >
          {method} <Breakable text={route} />
        </Link>
        {problem === null ? null : <span className="block font-mono text-xs text-bad-ink">{problem}</span>}
      </Cell>
      <Cell>
        <span className="wrap-anywhere">{key.name}</span>
      </Cell>
      <Cell>
        <span className="whitespace-nowrap tabular-nums">{ms.toLocaleString('en-US')} ms</span>
      </Cell>
      <Cell>
        <span className="whitespace-nowrap text-soft">
          <TimeAgo at={at} />
        </span>
      </Cell>
    </tr>
  );
}

function Cell({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <td role="cell" className={`lg:px-2.5 lg:py-2.5 ${wide ? 'max-lg:w-full' : ''}`}>
      {children}
    </td>
  );
}
