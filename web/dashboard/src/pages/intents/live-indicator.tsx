import { useContext } from 'react';
import { LiveContext } from '../../api/live-events.ts';

/** Whether new payments come by themselves at once, or are asked for every few seconds. */
export function LiveIndicator() {
  const live = useContext(LiveContext);
  return (
    <p className="inline-flex items-center gap-2 rounded-full border border-line px-2.5 py-0.5 text-xs text-soft">
      <span aria-hidden="true" className={`size-2 rounded-full ${live ? 'bg-good-ink' : 'bg-test-line'}`} />
      {live ? 'Live updates' : 'Reconnecting, updated every 5 s'}
    </p>
  );
}
