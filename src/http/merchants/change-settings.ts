import { changeSettings as changeSettingsUseCase } from '../../usecases/merchants/change-settings.ts';
import { listSettingsErrors } from '../../usecases/merchants/list-settings-errors.ts';
import { defineRoute } from '../server/route.ts';
import { presentSettings } from './present-settings.ts';
import { SettingsBody, SettingsSchema } from './settings-schema.ts';

const example = { accent_color: '#1a7f5a', allowed_origins: ['https://shop.example.com'] };

export const changeSettings = defineRoute({
  id: 'settings.change',
  method: 'PATCH',
  path: '/dashboard/api/settings',
  tag: 'Settings',
  summary: 'Update the settings',
  description: 'Fields that you leave out do not change. Send null to remove an optional one, such as the logo.',
  access: 'session',
  permission: 'settings:write',
  rateLimit: 'create',
  body: {
    schema: SettingsBody,
    examples: { look: { summary: 'A color and an origin', value: example } },
    listMoreErrors: (allowed: object) => listSettingsErrors(allowed),
  },
  answers: { 200: { description: 'Returns all settings.', schema: SettingsSchema } },
}).handle(async (context, { signedIn, address, body }) => {
  const settings = await changeSettingsUseCase(context, {
    merchant: signedIn.merchant,
    patch: body.value,
    actor: signedIn.user.id,
    address,
  });
  return { status: 200, body: presentSettings(settings, context.config.baseUrl) };
});
