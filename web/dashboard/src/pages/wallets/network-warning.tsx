import type { Network } from '../../api/generated.ts';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** Nothing while the network is read: then unpaid means unpaid. */
export function NetworkWarning({ network: { state, read_at: readAt, detail, title } }: { network: Network }) {
  if (state === 'ok') return null;
  return (
    <Notice tone={state === 'distrusted' ? 'bad' : 'warning'}>
      <p className="font-medium">
        {state === 'distrusted'
          ? `What the nodes of ${title} say cannot be true; nothing is counted until it is.`
          : `${title} is not read at the moment, so payments on it are seen late.`}
      </p>
      <p>
        {readAt === null ? 'It was never read' : 'Last read '}
        {readAt === null ? null : <TimeAgo at={readAt} />}. The server says: {detail}
      </p>
    </Notice>
  );
}
