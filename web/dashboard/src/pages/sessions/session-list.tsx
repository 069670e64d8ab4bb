import { useMutation, useQuery } from '@tanstack/react-query';
import type { Device } from '../../api/generated.ts';
import { sessionsQuery } from '../../api/queries.ts';
import { client, queryClient } from '../../api/session-client.ts';
import { describeBrowser } from '../../format/browser.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorNotice, LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

/** The browsers where the account is signed in. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery());
  return (
    <Card title="Active sessions">
      {error && !data ? <LoadError what="sessions" error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton lines={3} what="sessions" /> : null}
      {data ? (
        <ul className="-my-3 divide-y divide-line">
          {data.data.map((device) => (
            <SessionRow key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function SessionRow({ device }: { device: Device }) {
  const end = useMutation({
    mutationFn: () => client.call('DELETE /sessions/{session_id}', { path: { session_id: device.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
  const name = describeBrowser(device.user_agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere" title={device.user_agent}>
          {name}
        </p>
        <p className="text-xs text-soft">
          {device.address || 'Unknown IP address'}, last active <TimeAgo at={device.last_seen_at} />
        </p>
      </div>
      {device.current ? (
        <span className="text-[13px] text-soft">This browser</span>
      ) : (
        <Button busy={end.isPending} onClick={() => end.mutate()} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
      <ErrorNotice error={end.error} />
    </li>
  );
}
