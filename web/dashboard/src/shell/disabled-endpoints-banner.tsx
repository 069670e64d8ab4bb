import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointsQuery } from '../api/queries.ts';
import { Icon } from '../ui/icon.tsx';
import { useMay } from './use-may.ts';

/** Shows live endpoints that the server disabled on every page of both modes, because events are no longer sent to them. */
export function DisabledEndpointsBanner() {
  const { data } = useQuery({ ...endpointsQuery('live'), enabled: useMay()('events:read') });
  const disabled = (data?.data ?? []).filter(
    ({ disabled_reason: reason }) => reason === 'failing' || reason === 'gone',
  );
  if (disabled.length === 0) return null;
  return (
    <section
      aria-label="Disabled webhook endpoints"
      className="flex flex-col gap-1 border-b border-line bg-bad-tint px-4 py-2 text-[13px] text-bad-ink sm:px-8"
    >
      {disabled.map(({ id, url, disabled_reason: reason }) => (
        <p key={id} className="flex gap-2">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span className="min-w-0 wrap-anywhere">
            The live webhook endpoint {url} was disabled
            {reason === 'gone' ? ' because it responded with 410 Gone' : ' after five days of failures'}. It gets no
            events until you{' '}
            <Link
              to="/dashboard/developers/webhooks/$id"
              params={{ id }}
              search={{ mode: 'live' }}
              className="font-semibold underline"
            >
              fix and enable it
            </Link>
            .
          </span>
        </p>
      ))}
    </section>
  );
}
