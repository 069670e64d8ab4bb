import { listDataStores } from './list-data-stores.ts';

export const dataStoreRoutes = [listDataStores];
