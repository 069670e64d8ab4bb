import { useQuery } from '@tanstack/react-query';
import type { Network, Wallet } from '../../api/generated.ts';
import { networksQuery, walletsQuery } from '../../api/queries.ts';
import type { Mode } from '../../api/types.ts';
import { hasWallet } from '../../format/network.ts';
import { NetworkWarning } from './network-warning.tsx';

/** One warning for all networks of a mode on which the merchant can be paid. */
export function NetworkWarnings({ mode }: { mode: Mode }) {
  const networks = useQuery(networksQuery(mode));
  const wallets = useQuery(walletsQuery(mode));
  if (!networks.data || !wallets.data) return null;
  const held = wallets.data.data;
  const concerned = networks.data.data.filter((network) => hasWallet(network, held) && isExpected(network, held));
  return <NetworkWarning networks={concerned} />;
}

/** A wallet that serves a family is no reason to expect payments on a network that was never watched. */
const isExpected = ({ name, state, read_at: readAt }: Network, wallets: readonly Wallet[]): boolean =>
  state !== 'unwatched' || readAt !== null || wallets.some(({ network }) => network === name);
