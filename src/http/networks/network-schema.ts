import { Type } from 'typebox';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const NetworkSchema = Type.Object(
  {
    name: Type.String({ description: 'Such as `solana` or `bitcoin`.' }),
    title: Type.String({ description: 'Its name for people.' }),
    wallet: words(['none', 'address', 'extended_key'], {
      description: 'What a merchant gives to be paid there; `none` where nothing is needed.',
    }),
    assets: Type.Array(Type.String(), { description: 'What can be paid there; any asset where the list is empty.' }),
    state: words(['ok', 'delayed', 'distrusted'], {
      description: '`delayed`: nobody can see payments on it; `distrusted`: its nodes say what cannot be true.',
    }),
    read_at: nullable({ ...Time, description: 'Everything before was seen; null where nothing was ever read.' }),
    detail: Type.String({ description: 'A sentence for people.' }),
  },
  { ...closed, title: 'Network' },
);

export const NetworkListSchema = Type.Object({ data: Type.Array(NetworkSchema) }, closed);
