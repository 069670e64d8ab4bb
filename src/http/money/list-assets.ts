import { Type } from 'typebox';
import { ASSETS } from '../../domain/money/asset.ts';
import { toJsonText } from '../server/json-text.ts';
import { defineRoute } from '../server/route.ts';

const body = toJsonText({ data: [...ASSETS].map(([code, name]) => ({ code, name })) });

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
      schema: Type.Object({ data: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })) }),
    },
  },
}).handle(() => ({ status: 200, headers: { 'cache-control': 'public, max-age=3600' }, body }));
