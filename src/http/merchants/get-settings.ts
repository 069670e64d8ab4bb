import { getSettings as getSettingsUseCase } from '../../usecases/merchants/get-settings.ts';
import { defineRoute } from '../server/route.ts';
import { presentSettings } from './present-settings.ts';
import { SettingsSchema } from './settings-schema.ts';

export const getSettings = defineRoute({
  id: 'settings.get',
  method: 'GET',
  path: '/dashboard/api/settings',
  tag: 'Settings',
  summary: 'Retrieve the settings',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns the settings, which apply to both modes.', schema: SettingsSchema } },
}).handle(async (context, { signedIn }) => {
  const settings = await getSettingsUseCase(context, signedIn.merchant);
  return { status: 200, body: presentSettings(settings, context.config.baseUrl) };
});
