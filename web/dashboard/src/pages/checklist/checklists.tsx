import { useQuery } from '@tanstack/react-query';
import { checklistQuery, networksQuery } from '../../api/queries.ts';
import { useMode } from '../../shell/use-mode.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countFirstSteps, FirstSteps } from './first-steps.tsx';
import { GoLive } from './go-live.tsx';
import { useHidden } from './use-hidden.ts';

/** The first steps in test mode, and what live mode needs in both. Nothing is read for those that are hidden. */
export function Checklists() {
  const isTest = useMode() === 'test';
  const [firstHidden, hideFirst] = useHidden('first-steps');
  const [liveHidden, hideLive] = useHidden('go-live');
  const showsFirst = isTest && !firstHidden;
  const { data, error, refetch } = useQuery({ ...checklistQuery(), enabled: showsFirst || !liveHidden });
  const testNetworks = useQuery({ ...networksQuery('test'), enabled: showsFirst });
  if (error && !data) return <LoadError what="the checklist" error={error} retry={() => void refetch()} />;
  if ((!data && !liveHidden) || (showsFirst && (!data || testNetworks.isPending)))
    return <Skeleton lines={6} what="the checklist" />;
  const networks = testNetworks.data?.data ?? [];
  const first = data && countFirstSteps(data.test, networks);
  const isStarted = first?.done === first?.total;
  return (
    <>
      {data && showsFirst ? <FirstSteps list={data.test} networks={networks} onHide={() => hideFirst(true)} /> : null}
      {data && !liveHidden ? (
        <GoLive list={data.live} isNext={!isTest || isStarted || firstHidden} onHide={() => hideLive(true)} />
      ) : null}
      {(isTest && firstHidden) || liveHidden ? (
        <div className="flex flex-wrap gap-1">
          {isTest && firstHidden ? (
            <Button kind="quiet" onClick={() => hideFirst(false)}>
              Show “First steps”
            </Button>
          ) : null}
          {liveHidden ? (
            <Button kind="quiet" onClick={() => hideLive(false)}>
              Show “Go live”
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
