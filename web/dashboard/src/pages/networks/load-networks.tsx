import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Network, Wallet } from '../../api/generated.ts';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { LoadError } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface LoadNetworksProps {
  mode: Mode;
  /** What the page is about. */
  what: string;
  children: (networks: Network[], wallets: Wallet[]) => ReactNode;
}

/** The networks of a mode with the merchant's wallets, or what is shown while they load or cannot be loaded. */
export function LoadNetworks({ mode, what, children }: LoadNetworksProps) {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  if (networks.data && wallets.data) return children(networks.data.data, wallets.data.data);
  const error = (networks.data ? null : networks.error) ?? (wallets.data ? null : wallets.error);
  const retry = () => void Promise.all([networks.refetch(), wallets.refetch()]);
  return error ? <LoadError what={what} error={error} retry={retry} /> : <Skeleton lines={8} what={what} />;
}
