import { useQuery } from '@tanstack/react-query';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { NetworkWarning } from './network-warning.tsx';

/** One warning for all networks of a mode on which the merchant can be paid. */
export function NetworkWarnings({ mode }: { mode: Mode }) {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  if (!networks.data || !wallets.data) return null;
  const held = new Set(wallets.data.data.map(({ network }) => network));
  return (
    <NetworkWarning networks={networks.data.data.filter(({ name, wallet }) => wallet === 'none' || held.has(name))} />
  );
}
