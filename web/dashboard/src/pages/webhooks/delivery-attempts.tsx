import type { DeliveryAttempt, DeliveryDetails } from '../../api/generated.ts';
import { formatExact } from '../../format/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

/** Florin stores so many characters of a response. */
const KEPT = 1_024;

/** Every request of a delivery, newest first, with what came back. */
export function DeliveryAttempts({ delivery }: { delivery: DeliveryDetails }) {
  const attempts = delivery.attempts.toReversed();
  return (
    <Card title="Attempts">
      {attempts.length === 0 ? (
        <p className="text-soft">Not sent yet.</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {attempts.map((attempt, place) => (
            <li key={attempt.at}>
              <Attempt attempt={attempt} isNewest={place === 0} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const isSuccess = ({ response }: DeliveryAttempt) =>
  response !== null && response.status >= 200 && response.status < 300;

function Attempt({ attempt, isNewest }: { attempt: DeliveryAttempt; isNewest: boolean }) {
  const { at, ms, error, request, response } = attempt;
  const nameOf = (part: string) => `${part} of attempt ${attempt.attempt}`;
  return (
    <details open={isNewest} className="rounded-md border border-line">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        <span className="font-medium">Attempt {attempt.attempt}</span>
        <Badge tone={isSuccess(attempt) ? 'good' : 'bad'}>{response?.status ?? 'No response'}</Badge>
        <span className="text-soft tabular-nums">{ms.toLocaleString('en-US')} ms</span>
        <time dateTime={at} className="text-xs text-soft">
          {formatExact(at)}
        </time>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        {error === null ? null : <p className="text-bad-ink wrap-anywhere">{error}</p>}
        <CodeBlock label="Request headers" name={nameOf('Request headers')} text={writeHeaders(request.headers)} />
        {response === null ? null : (
          <>
            <CodeBlock
              label="Response headers"
              name={nameOf('Response headers')}
              text={writeHeaders(response.headers)}
            />
            <CodeBlock
              label={response.body.length < KEPT ? 'Response body' : 'Response body, first 1,024 characters'}
              name={nameOf('Response body')}
              text={response.body === '' ? '(empty)' : response.body}
            />
          </>
        )}
      </div>
    </details>
  );
}

const writeHeaders = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n') || '(none)';
