import { useQuery } from '@tanstack/react-query';
import { networksQuery } from '../api/queries.ts';
import { useMode } from '../shell/use-mode.ts';
import { Icon } from './icon.tsx';

interface ExplorerLinkProps {
  network: string;
  kind: 'tx' | 'address';
  value: string;
}

/** Opens a transaction or an address in a block explorer; nothing for a network that has none. */
export function ExplorerLink({ network, kind, value }: ExplorerLinkProps) {
  const networks = useQuery(networksQuery(useMode()));
  const pages = networks.data?.data.find(({ name }) => name === network)?.explorer;
  if (!pages) return null;
  const what = kind === 'tx' ? 'transaction' : 'address';
  return (
    <a
      href={pages[kind].replace(`{${kind}}`, () => encodeURIComponent(value))}
      target="_blank"
      rel="noreferrer"
      title="View in a block explorer"
      aria-label={`View ${what} in a block explorer (opens in a new tab)`}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
    >
      <Icon name="external" className="size-3.5" />
    </a>
  );
}
