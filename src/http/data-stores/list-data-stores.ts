import type { Static } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import type { MerchantMove } from '../../ports/merchant-moves.ts';
import { type ListedStore, listStores } from '../../usecases/data-stores/list-stores.ts';
import { defineRoute } from '../server/route.ts';
import { DataStoreListSchema } from './data-store-schema.ts';
import { exampleDataStores } from './examples.ts';

export const listDataStores = defineRoute({
  id: 'data_stores.list',
  method: 'GET',
  path: '/dashboard/api/data_stores',
  tag: 'Data stores',
  summary: 'List data stores',
  description:
    'Needs a user who is an operator of the server, whatever the role. Returns the main database and the data stores, how ' +
    'each is doing, and the merchants that are moving from one to another.',
  access: 'session',
  permission: 'operator',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns all data stores and moves.',
      schema: DataStoreListSchema,
      example: exampleDataStores,
    },
  },
}).handle(async (context) => {
  const patience = AbortSignal.timeout(LIMITS.storeStateMsMax);
  const [stores, moves] = await Promise.all([listStores(context, patience), context.moves.list()]);
  return { status: 200, body: { data: stores.map(presentStore), moves: moves.map(presentMove) } };
});

type Answer = Static<typeof DataStoreListSchema>;

const presentStore = ({ id, name, isOpen, merchants, state }: ListedStore): Answer['data'][number] => ({
  id: id ?? 'main',
  name,
  healthy: state !== undefined,
  open: isOpen,
  merchants,
  size_bytes: state?.sizeBytes ?? null,
  event_lag_ms: state?.eventLagMs ?? null,
  scan_lag_ms: state?.scanLagMs ?? null,
});

const presentMove = ({ merchantId, from, to, state, startedAtMs }: MerchantMove): Answer['moves'][number] => ({
  merchant_id: merchantId,
  from: from ?? 'main',
  to: to ?? 'main',
  state,
  started_at: new Date(startedAtMs).toISOString(),
});
