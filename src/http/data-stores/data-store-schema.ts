import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';

const StoreId = (description: string) => Type.String({ pattern: '^(main|ds_[0-9A-Za-z]{22})$', description });

const SECONDS = LIMITS.storeStateMsMax / 1_000;

const DataStoreSchema = Type.Object(
  {
    id: StoreId('The data store’s ID. `main` is the main database.'),
    name: Type.String({ description: 'The data store’s name.' }),
    healthy: Type.Boolean({
      description: `Whether it said within ${SECONDS} seconds how it is doing. If not, it is away.`,
    }),
    open: Type.Boolean({ description: 'Whether new merchants may be placed in it.' }),
    merchants: Type.Integer({ description: 'How many merchants have their data in it.' }),
    size_bytes: nullable(Type.Integer({ description: 'The size of the database in bytes. Null while it is away.' })),
    event_lag_ms: nullable(
      Type.Integer({
        description: 'For how many milliseconds the oldest event has waited for its number. Null while it is away.',
      }),
    ),
    scan_lag_ms: nullable(
      Type.Integer({
        description:
          'How many milliseconds ago the network that is furthest behind was scanned up to. Null while it is away, and ' +
          'while nobody is to pay.',
      }),
    ),
  },
  { ...closed, title: 'DataStore' },
);

const MoveSchema = Type.Object(
  {
    merchant_id: Type.String({ pattern: '^mer_[0-9A-Za-z]{22}$', description: 'The merchant that moves.' }),
    from: StoreId('The data store that it leaves.'),
    to: StoreId('The data store that it goes to.'),
    state: words(['copying', 'switched'], {
      description:
        '`copying`: the data is being copied. `switched`: the merchant is in its new store, and the old copy is being deleted.',
    }),
    started_at: Time('When the move started.'),
  },
  { ...closed, title: 'MerchantMove' },
);

export const DataStoreListSchema = Type.Object(
  {
    data: Type.Array(DataStoreSchema, { description: 'The main database first, then the others by ID.' }),
    moves: Type.Array(MoveSchema, {
      description: 'The moves of merchants that have not ended, including those that were interrupted.',
    }),
  },
  closed,
);
