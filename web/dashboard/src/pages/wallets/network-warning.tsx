import type { Network } from '../../api/generated.ts';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** Renders nothing while the network is up to date. */
export function NetworkWarning({ network: { state, read_at: readAt, detail, title } }: { network: Network }) {
  if (state === 'ok') return null;
  return (
    <Notice tone={state === 'distrusted' ? 'bad' : 'warning'}>
      <p className="font-medium">
        {state === 'distrusted'
          ? `${title} nodes report invalid data. Payments are not counted until this is fixed.`
          : `${title} is temporarily unavailable. Payments may show up late.`}
      </p>
      <p>
        {readAt === null ? 'Never checked' : 'Last checked '}
        {readAt === null ? null : <TimeAgo at={readAt} />}. Details: {detail}
      </p>
    </Notice>
  );
}
