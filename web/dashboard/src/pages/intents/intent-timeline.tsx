import { Link } from '@tanstack/react-router';
import type { TimelineEntry } from '../../api/generated.ts';
import { describeStatus, humanize, isIntentStatus } from '../../format/status.ts';
import { formatExact } from '../../format/time.ts';
import { Card } from '../../ui/card.tsx';

/** `payment_intent.partially_paid` as `Partially paid`. */
function nameEvent(type: string): string {
  const name = type.replace(/^payment_intent\./, '');
  return isIntentStatus(name) ? describeStatus(name).label : humanize(name);
}

export function IntentTimeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <Card title="Timeline">
      {entries.length === 0 ? (
        <p className="text-soft">No events yet.</p>
      ) : (
        <ol className="flex flex-col">
          {entries.map(({ id, type, at }, index) => (
            <li key={id} className="relative flex gap-3 pb-4 last:pb-0">
              {index < entries.length - 1 ? (
                <span aria-hidden="true" className="absolute top-3 bottom-0 left-[3.5px] w-px bg-line-strong" />
              ) : null}
              <span
                aria-hidden="true"
                className={`relative mt-1.5 size-2 shrink-0 rounded-full ${index === entries.length - 1 ? 'bg-accent' : 'bg-line-strong'}`}
              />
              <div className="min-w-0">
                <p className="font-medium">
                  <Link
                    to="/dashboard/developers/events/$id"
                    params={{ id }}
                    className="underline-offset-2 hover:text-link hover:underline"
                  >
                    {nameEvent(type)}
                  </Link>
                </p>
                <time dateTime={at} className="text-xs text-soft">
                  {formatExact(at)}
                </time>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
