import { useContext } from 'react';
import { LiveContext } from '../../api/live-events.ts';

/** Whether updates are streamed, or polled every few seconds. */
export function LiveIndicator() {
  const live = useContext(LiveContext);
  return (
    <p className="inline-flex items-center gap-2 rounded-full border border-line px-2.5 py-0.5 text-xs text-soft">
      <span aria-hidden="true" className={`size-2 rounded-full ${live ? 'bg-good-ink' : 'bg-test-line'}`} />
      {live ? 'Live updates' : 'Reconnecting, updates every 5 s'}
    </p>
  );
}
