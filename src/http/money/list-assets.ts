import { Type } from 'typebox';
import { ASSETS } from '../../domain/money/asset.ts';
import { defineRoute } from '../server/route.ts';
import { AssetCode } from '../server/shapes.ts';
import { jsonFile } from '../server/static-files.ts';
import { NOT_MODIFIED } from '../server/unless-known.ts';

const file = jsonFile({ data: [...ASSETS].map(([code, name]) => ({ code, name })) });

export const listAssets = defineRoute({
  id: 'assets.list',
  method: 'GET',
  path: '/assets',
  tag: 'Reference data',
  summary: 'List known assets',
  description: 'A payment intent in any other asset is stored with a warning.',
  access: 'open',
  answers: {
    200: {
      description: 'Returns all known assets.',
      schema: Type.Object({
        data: Type.Array(Type.Object({ code: AssetCode, name: Type.String({ description: 'The asset’s name.' }) })),
      }),
      example: {
        data: [
          { code: 'BTC', name: 'Bitcoin' },
          { code: 'USDC', name: 'USD Coin' },
        ],
      },
    },
    304: NOT_MODIFIED,
  },
}).handle(() => ({ status: 200, headers: { 'cache-control': 'public, max-age=3600' }, file }));
