import type { Network } from '../../api/generated.ts';
import { useMay } from '../../shell/use-may.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NetworkWarningProps {
  networks: readonly Network[];
  /** Whether customers may have paid on them. */
  hasPayments?: boolean;
}

/** Says which of the networks cannot be seen, since when, and what to do. Renders nothing while all can be seen. */
export function NetworkWarning({ networks, hasPayments = true }: NetworkWarningProps) {
  const isOperator = useMay()('operator');
  const blind = networks.filter(({ state }) => state !== 'ok');
  if (blind.length === 0) return null;
  return (
    <Notice tone={blind.some(({ state }) => state === 'distrusted') ? 'bad' : 'warning'} role="status">
      <div className="flex flex-col gap-2">
        {blind.map((network) => (
          <div key={network.name}>
            <p className="text-sm font-semibold">
              {network.title} {TEXTS[headlineOf(network)].headline}
              {hasPayments ? ` ${TEXTS[headlineOf(network)].effect}` : null}
            </p>
            <p>
              {network.since === null ? null : (
                <>
                  Since <DateTime at={network.since} />.{' '}
                </>
              )}
              Details: {network.detail}
            </p>
          </div>
        ))}
        <p>
          {hasPayments
            ? 'Payments are not lost: they show up when the network is back. Do not ask customers to pay again.'
            : null}
          {blind.every(({ state }) => state === 'unwatched') ? null : (
            <>
              {' '}
              {isOperator ? 'If this lasts, run' : 'If this lasts, ask the operator of this server to run'}{' '}
              <code className="font-mono text-xs">npx florin doctor</code>.
            </>
          )}
        </p>
      </div>
    </Notice>
  );
}

type Headline = Exclude<Network['state'], 'ok'> | 'never_read';

const TEXTS: Record<Headline, { headline: string; effect: string }> = {
  delayed: { headline: 'is temporarily unavailable.', effect: 'Payments may show up late.' },
  never_read: { headline: 'has not been reached yet.', effect: 'Payments on it do not show up.' },
  distrusted: { headline: 'nodes report invalid data.', effect: 'Payments are not counted until this is fixed.' },
  unwatched: { headline: 'is not turned on.', effect: 'Payments on it do not show up.' },
};

const headlineOf = ({ state, read_at: readAt }: Network): Headline => {
  if (state === 'distrusted' || state === 'unwatched') return state;
  return readAt === null ? 'never_read' : 'delayed';
};
