import type { Network } from '../../api/generated.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says which network cannot be seen, since when, and what to do. Renders nothing while it can be seen. */
export function NetworkWarning({ network: { state, since, detail, title } }: { network: Network }) {
  if (state === 'ok') return null;
  return (
    <Notice tone={state === 'distrusted' ? 'bad' : 'warning'} role="status">
      <p className="font-medium">
        {state === 'distrusted'
          ? `${title} nodes report invalid data. Payments are not counted until this is fixed.`
          : `${title} is temporarily unavailable. Payments may show up late.`}
      </p>
      <p>
        {since === null ? 'Never read' : 'Since '}
        {since === null ? null : <DateTime at={since} />}. Details: {detail}
      </p>
      <p>
        Payments are not lost: they show up when the network is back. Do not ask customers to pay again. If this lasts,
        ask your server administrator to run <code className="font-mono text-xs">npx florin doctor</code>.
      </p>
    </Notice>
  );
}
