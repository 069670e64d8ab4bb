import { LIMITS } from '../../domain/limits.ts';
import { saveView as saveViewUseCase } from '../../usecases/views/save-view.ts';
import { defineRoute } from '../server/route.ts';
import { presentView } from './present-view.ts';
import { SavedViewSchema, SaveViewBody } from './view-schema.ts';

export const saveView = defineRoute({
  id: 'views.save',
  method: 'POST',
  path: '/dashboard/api/views',
  tag: 'Payments',
  summary: 'Save a view',
  description: `A merchant can have ${LIMITS.savedViewsMax} views. The same name in any case replaces a view.`,
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'create',
  body: {
    schema: SaveViewBody,
    examples: { view: { summary: 'Expired Bitcoin payments', value: { name: 'Expired', query: 'status=expired' } } },
  },
  answers: { 200: { description: 'Returns the saved view.', schema: SavedViewSchema } },
  errors: ['invalid_state'],
}).handle(async (context, { signedIn, body }) => {
  const view = await saveViewUseCase(context, signedIn.merchant.id, body.value);
  return { status: 200, body: presentView(view) };
});
