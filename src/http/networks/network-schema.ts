import { Type } from 'typebox';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const WATCHED_STATES = ['ok', 'delayed', 'distrusted'] as const;

const MEANING =
  '`delayed`: the server cannot see new payments at the moment. `distrusted`: the nodes contradict themselves or are on ' +
  'another chain, so no payment is credited.';

export const NetworkState = words(WATCHED_STATES, { description: MEANING });

export const NetworkSchema = Type.Object(
  {
    name: Type.String({ description: 'The network’s name, such as `solana` or `bitcoin`.' }),
    title: Type.String({ description: 'The network’s display name.' }),
    wallet: words(['none', 'address', 'extended_key'], {
      description: 'The kind of wallet that the network needs. `none` if it needs no wallet.',
    }),
    assets: Type.Array(Type.String(), {
      description: 'The supported assets. Empty if the network accepts any asset, or is not watched.',
    }),
    state: words([...WATCHED_STATES, 'unwatched'], {
      description: `${MEANING} \`unwatched\`: the server has no node for the network.`,
    }),
    read_at: nullable({
      ...Time,
      description: 'The network has been read up to this time. Null if it has never been read.',
    }),
    since: nullable({
      ...Time,
      description: 'The network cannot be seen since this time. Null if it can be seen, or has never been read.',
    }),
    detail: Type.String({ description: 'The state as a sentence.' }),
  },
  { ...closed, title: 'Network' },
);

export const NetworkListSchema = Type.Object({ data: Type.Array(NetworkSchema) }, closed);
