import { useQuery } from '@tanstack/react-query';
import { networksQuery } from '../../api/queries.ts';
import type { Intent, Mode } from '../../api/types.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExplorerLink } from '../../ui/explorer-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { InvoiceLinks } from './invoice-links.tsx';

const LINK = 'inline-flex items-center gap-1.5 text-link underline-offset-2 hover:underline';

/** The deadline means nothing anymore: “Expired” would contradict the status. */
const SETTLED: ReadonlySet<Intent['status']> = new Set(['succeeded', 'canceled']);

/** Only web URLs become links. */
const isWebUrl = (url: string) => /^https?:\/\//i.test(url);

export function IntentLinks({ mode, intent }: { mode: Mode; intent: Intent }) {
  const networks = useQuery(networksQuery(mode));
  const titles = new Map(networks.data?.data.map(({ name, title }) => [name, title]));
  return (
    <Card title="Details">
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-xs text-soft">Checkout page</dt>
          <dd className="flex items-center justify-between gap-2">
            {isWebUrl(intent.checkout_url) ? (
              <a href={intent.checkout_url} target="_blank" rel="noreferrer" className={LINK}>
                Open checkout <Icon name="external" />
              </a>
            ) : (
              <span className="wrap-anywhere">{intent.checkout_url}</span>
            )}
            <CopyButton text={intent.checkout_url} what="checkout link" compact />
          </dd>
        </div>
        <InvoiceLinks mode={mode} intent={intent} />
        <div>
          <dt className="text-xs text-soft">Created</dt>
          <dd>
            <TimeAgo at={intent.created_at} />
          </dd>
        </div>
        {SETTLED.has(intent.status) ? null : (
          <div>
            <dt className="text-xs text-soft">{Date.parse(intent.expires_at) > Date.now() ? 'Expires' : 'Expired'}</dt>
            <dd>
              <TimeAgo at={intent.expires_at} />
            </dd>
          </div>
        )}
        {intent.targets.map((target) => (
          <TargetDetails
            key={`${target.network} ${target.address}`}
            target={target}
            title={titles.get(target.network) ?? target.network}
            asset={intent.asset}
          />
        ))}
      </dl>
    </Card>
  );
}

interface TargetDetailsProps {
  target: Intent['targets'][number];
  /** The network's title. */
  title: string;
  asset: string;
}

function TargetDetails({
  target: { network, address, reference, manual_amount: manual },
  title,
  asset,
}: TargetDetailsProps) {
  return (
    <div>
      <dt className="text-xs text-soft">Payment target, {title}</dt>
      <dd className="flex items-center justify-between gap-2">
        <span className="min-w-0 font-mono text-xs break-all">{address}</span>
        <CopyButton text={address} what="payment target" compact />
        <ExplorerLink network={network} kind="address" value={address} />
      </dd>
      {reference === null ? null : (
        <>
          <dt className="mt-1 text-xs text-soft">Reference, {title}</dt>
          <dd className="flex items-center justify-between gap-2">
            <span className="min-w-0 font-mono text-xs break-all">{reference}</span>
            <CopyButton text={reference} what="reference" compact />
          </dd>
        </>
      )}
      {manual === null ? null : (
        <>
          <dt className="mt-1 text-xs text-soft">Amount if sent manually, {title}</dt>
          <dd className="tabular-nums">
            {manual} {asset}
          </dd>
        </>
      )}
    </div>
  );
}
