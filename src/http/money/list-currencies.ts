import { Type } from 'typebox';
import { CURRENCIES } from '../../domain/money/currency.ts';
import { defineRoute } from '../server/route.ts';
import { CurrencyCode } from '../server/shapes.ts';
import { jsonFile } from '../server/static-files.ts';
import { NOT_MODIFIED } from '../server/unless-known.ts';

const file = jsonFile({ data: [...CURRENCIES.values()] });

export const listCurrencies = defineRoute({
  id: 'currencies.list',
  method: 'GET',
  path: '/currencies',
  tag: 'Reference data',
  summary: 'List known currencies',
  description:
    'Returns the currencies of ISO 4217. The exponent is the number of decimals: 0 for JPY, 2 for USD, 3 for KWD.',
  access: 'open',
  answers: {
    200: {
      description: 'Returns all known currencies.',
      schema: Type.Object({
        data: Type.Array(
          Type.Object({
            code: CurrencyCode,
            exponent: Type.Integer({ description: 'The number of decimals.' }),
            name: Type.String({ description: 'The currency’s name.' }),
          }),
        ),
      }),
      example: {
        data: [
          { code: 'JPY', exponent: 0, name: 'Yen' },
          { code: 'USD', exponent: 2, name: 'US Dollar' },
        ],
      },
    },
    304: NOT_MODIFIED,
  },
}).handle(() => ({ status: 200, headers: { 'cache-control': 'public, max-age=3600' }, file }));
