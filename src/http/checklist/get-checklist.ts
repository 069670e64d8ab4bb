import { viewChecklist } from '../../usecases/checklist/view-checklist.ts';
import { findPublicKey } from '../../usecases/keys/find-public-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ChecklistSchema } from './checklist-schema.ts';
import { presentChecklist } from './present-checklist.ts';

export const getChecklist = defineRoute({
  id: 'checklist.get',
  method: 'GET',
  path: '/dashboard/api/checklist',
  tag: 'Checklist',
  summary: 'Retrieve the checklist',
  description:
    'Returns how far the merchant has come, in both modes. Every line is read from what is stored, and `second_factor` is ' +
    'about the signed-in user.',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns what is done and what is missing.', schema: ChecklistSchema } },
}).handle(async (context, { signedIn }) => {
  const tenant = tenantOf(context, { signedIn, params: { mode: 'test' } });
  const [checklist, publicKey] = await Promise.all([
    viewChecklist(context, tenant, signedIn.user.id),
    findPublicKey(context, tenant),
  ]);
  return { status: 200, body: presentChecklist(checklist, context.config.baseUrl, publicKey) };
});
