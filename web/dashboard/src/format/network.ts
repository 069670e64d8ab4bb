import type { Network, Wallet } from '../api/generated.ts';
import type { Tone } from './status.ts';

interface Label {
  label: string;
  tone: Tone;
}

type Shown = Network['state'] | 'slowed' | 'away';

const LABELS: Record<Shown, Label> = {
  ok: { label: 'Up to date', tone: 'good' },
  slowed: { label: 'Slowed', tone: 'warning' },
  delayed: { label: 'Delayed', tone: 'warning' },
  away: { label: 'Unreachable', tone: 'bad' },
  distrusted: { label: 'Distrusted', tone: 'bad' },
  unwatched: { label: 'Not turned on', tone: 'neutral' },
};

/** The state of a network in a word or two. */
export function describeNetwork({ state, cause }: Pick<Network, 'state' | 'cause'>): Label {
  if (state === 'ok' && cause === 'rate_limited') return LABELS.slowed;
  if (state === 'delayed' && cause === 'nodes_away') return LABELS.away;
  return LABELS[state];
}

const NODES: Record<Network['nodes'][number]['state'], Label> = {
  ok: { label: 'OK', tone: 'good' },
  slowed: { label: 'Rate limited', tone: 'warning' },
  failing: { label: 'Failing', tone: 'bad' },
  disagrees: { label: 'Disagrees', tone: 'bad' },
  lagging: { label: 'Behind', tone: 'warning' },
};

export const describeNode = (state: Network['nodes'][number]['state']): Label => NODES[state];

/** Whether the merchant can be paid on the network, once it is watched. One wallet serves all EVM networks. */
export const hasWallet = (
  { name, wallet, wallet_network: walletNetwork }: Pick<Network, 'name' | 'wallet' | 'wallet_network'>,
  wallets: readonly Pick<Wallet, 'network'>[],
): boolean => wallet === 'none' || wallets.some(({ network }) => network === name || network === walletNetwork);
