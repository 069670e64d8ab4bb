import { Type } from 'typebox';
import { CURRENCIES } from '../../domain/money/currency.ts';
import type { Route } from '../server/route.ts';

const body = JSON.stringify({ data: [...CURRENCIES.values()] });

export const listCurrencies: Route = {
  id: 'currencies.list',
  method: 'GET',
  path: '/currencies',
  tag: 'Reference data',
  summary: 'List known currencies',
  description: 'ISO 4217. The exponent says how many decimals the smallest unit has: 0 for JPY, 2 for USD, 3 for KWD.',
  access: 'open',
  answers: {
    200: {
      description: 'All of them.',
      schema: Type.Object({
        data: Type.Array(Type.Object({ code: Type.String(), exponent: Type.Integer(), name: Type.String() })),
      }),
    },
  },
  handle: () => ({ status: 200, headers: { 'cache-control': 'public, max-age=3600' }, body }),
};
