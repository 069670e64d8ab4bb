import { useQuery } from '@tanstack/react-query';
import { networksQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { NetworkWarning } from './network-warning.tsx';

/** The warnings of all networks of a mode. */
export function NetworkWarnings({ mode }: { mode: Mode }) {
  const { data } = useQuery(networksQuery(mode));
  return (data?.data ?? []).map((network) => <NetworkWarning key={network.name} network={network} />);
}
