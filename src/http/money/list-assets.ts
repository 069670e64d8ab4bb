import { Type } from 'typebox';
import { ASSETS } from '../../domain/money/asset.ts';
import type { Route } from '../server/route.ts';

const body = JSON.stringify({ data: [...ASSETS].map(([code, name]) => ({ code, name })) });

export const listAssets: Route = {
  id: 'assets.list',
  method: 'GET',
  path: '/assets',
  tag: 'Reference data',
  summary: 'List known assets',
  description: 'An intent in an asset that is not listed is stored all the same, with a warning.',
  access: 'open',
  answers: {
    200: {
      description: 'All of them.',
      schema: Type.Object({ data: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })) }),
    },
  },
  handle: () => ({ status: 200, headers: { 'cache-control': 'public, max-age=3600' }, body }),
};
