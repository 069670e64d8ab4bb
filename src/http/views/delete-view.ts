import { Problem } from '../../domain/errors.ts';
import { defineRoute } from '../server/route.ts';

export const deleteView = defineRoute({
  id: 'views.delete',
  method: 'DELETE',
  path: '/dashboard/api/views/{view_id}',
  tag: 'Payments',
  summary: 'Delete a saved view',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'create',
  answers: { 204: { description: 'The view is deleted.' } },
}).handle(async (context, { signedIn, params }) => {
  const id = params.view_id;
  if (!id || !(await context.savedViews.delete(signedIn.merchant.id, id))) {
    throw new Problem('not_found', 'Saved view not found.');
  }
  return { status: 204 };
});
