import { listAssets } from './list-assets.ts';
import { listCurrencies } from './list-currencies.ts';

export const moneyRoutes = [listCurrencies, listAssets];
