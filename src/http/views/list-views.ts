import { LIMITS } from '../../domain/limits.ts';
import { defineRoute } from '../server/route.ts';
import { presentView } from './present-view.ts';
import { SavedViewListSchema } from './view-schema.ts';

export const listViews = defineRoute({
  id: 'views.list',
  method: 'GET',
  path: '/dashboard/api/views',
  tag: 'Payments',
  summary: 'List saved views',
  description: `Returns at most ${LIMITS.savedViewsMax}, by name. Everyone of the merchant sees the same.`,
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns all saved views.', schema: SavedViewListSchema } },
}).handle(async (context, { signedIn }) => {
  const views = await context.savedViews.list(signedIn.merchant.id);
  return { status: 200, body: { data: views.map(presentView) } };
});
