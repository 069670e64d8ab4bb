import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import type { LoggedRequestDetails } from '../../api/generated.ts';
import { requestQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { isCut, writeRequestCurl } from '../../api/write-request-curl.ts';
import { formatExact } from '../../format/time.ts';
import { useSession } from '../../shell/use-session.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { HttpStatus } from '../../ui/http-status.tsx';
import { Modal } from '../../ui/modal.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const LINK = 'text-link underline underline-offset-2';

/** Everything that the log has about one request, and a command that sends it again. */
export function RequestDetails({ mode, id, onClose }: { mode: Mode; id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(requestQuery(mode, id));
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <Modal open onClose={onClose} title="Request">
      {missing ? <p className="text-soft">No request with this ID in {mode} mode. Check the ID.</p> : null}
      {error && !data && !missing ? <LoadError what="this request" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={9} what="the request" /> : null}
      {data ? <Details request={data} /> : null}
    </Modal>
  );
}

function Details({ request }: { request: LoggedRequestDetails }) {
  const { request_body: sent, response_body: received } = request;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Facts request={request} />
      <Command request={request} />
      {sent === null ? null : <CodeBlock label="Request body" text={sent} />}
      {received === null ? null : <CodeBlock label="Response body" text={received} />}
      {sent === null && received === null ? (
        <p className="text-xs text-soft">
          No bodies were logged. You can turn them on in{' '}
          <Link to="/dashboard/settings" className={LINK}>
            Settings
          </Link>
          .
        </p>
      ) : null}
    </div>
  );
}

function Facts({ request }: { request: LoggedRequestDetails }) {
  const { problem, payment_intent_id: intentId } = request;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[13px]">
      <Fact name="Status">
        <HttpStatus status={request.status} />
      </Fact>
      {problem === null ? null : (
        <Fact name="Error">
          <a href={`/docs/errors/${problem}`} target="_blank" rel="noreferrer" className={LINK}>
            <Code>{problem}</Code>
          </a>
        </Fact>
      )}
      <Fact name="Time">
        <time dateTime={request.created_at}>{formatExact(request.created_at)}</time>
      </Fact>
      <Fact name="Duration">{request.ms.toLocaleString('en-US')} ms</Fact>
      <Fact name="Path">
        <Code>
          {request.method} <Breakable text={request.path} />
        </Code>
      </Fact>
      <Fact name="Route">
        <Code>
          <Breakable text={request.route} />
        </Code>
      </Fact>
      <Fact name="API key">
        {request.key.name} <Code>{request.key.id}</Code>
      </Fact>
      <Fact name="Client">
        <Code>{request.client_address}</Code>
      </Fact>
      {intentId === null ? null : (
        <Fact name="Payment">
          <Link to="/dashboard/payments/$id" params={{ id: intentId }} className={LINK}>
            <Code>{intentId}</Code>
          </Link>
        </Fact>
      )}
      <Fact name="Request ID">
        <span className="flex items-center gap-1">
          <Code>{request.id}</Code>
          <CopyButton text={request.id} what="request ID" compact />
        </span>
      </Fact>
    </dl>
  );
}

function Command({ request }: { request: LoggedRequestDetails }) {
  const { base_url: baseUrl } = useSession();
  const command = writeRequestCurl(baseUrl, request);
  return (
    <div className="flex flex-col gap-1">
      <CodeBlock
        label="curl command"
        text={command}
        actions={<CopyButton text={command} what="as curl" label="Copy as curl" />}
      />
      <p className="text-xs text-soft">
        First set <code className="font-mono">PRIVATE_KEY</code> to your private key. {explainBody(request)}
      </p>
    </div>
  );
}

/** What the command lacks, if anything. */
function explainBody({ method, request_body: body }: LoggedRequestDetails): string {
  if (isCut(body)) return 'Only the beginning of the body was logged. Save the whole body in a file named body.';
  return body === null && method !== 'GET' && method !== 'HEAD' ? 'If the request had a body, add it.' : '';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-xs wrap-anywhere">{children}</code>
);
