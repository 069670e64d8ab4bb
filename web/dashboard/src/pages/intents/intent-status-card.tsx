import type { Intent, Mode } from '../../api/types.ts';
import { explainIntent, humanize } from '../../format/status.ts';
import { describeFlag } from '../../format/transfer.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { IntentAmounts } from './intent-amounts.tsx';
import { usePaymentBlocker } from './use-payment-blocker.ts';

/** The status, what to do next, and an explanation of each flag. */
export function IntentStatusCard({ mode, intent }: { mode: Mode; intent: Intent }) {
  const blocker = usePaymentBlocker(mode, intent);
  const isPayable = blocker === undefined || blocker === 'not_opened';
  const { meaning, advice } = explainIntent(intent, isPayable);
  // The cause of a review is already explained above.
  const notes = intent.flags
    .filter((flag) => flag !== intent.review?.cause)
    .flatMap((flag) => describeFlag(flag) ?? []);
  return (
    <section aria-label="Status" className="rounded-lg border border-line bg-raised p-4 shadow-lift">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={intent.status} />
        {intent.flags.map((flag) => (
          <span key={flag} className="rounded border border-line px-1.5 text-xs text-soft">
            {humanize(flag)}
          </span>
        ))}
      </div>
      <p className="mt-2 font-medium">{meaning}</p>
      <p className="text-soft">{advice}</p>
      {notes.map((note) => (
        <p key={note} className="text-soft">
          {note}
        </p>
      ))}
      {intent.decision === null ? null : <Decision decision={intent.decision} />}
      <IntentAmounts intent={intent} />
    </section>
  );
}

function Decision({ decision: { kind, reason, at } }: { decision: NonNullable<Intent['decision']> }) {
  return (
    <figure className="mt-3 border-l-2 border-line-strong pl-3">
      <figcaption className="text-xs text-soft">
        {kind === 'accepted' ? 'Accepted' : 'Rejected'} manually <TimeAgo at={at} />
      </figcaption>
      <blockquote className="wrap-anywhere">{reason}</blockquote>
    </figure>
  );
}
