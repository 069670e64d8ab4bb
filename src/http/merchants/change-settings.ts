import {
  changeSettings as changeSettingsUseCase,
  type SettingsPatch,
} from '../../usecases/merchants/change-settings.ts';
import type { Route } from '../server/route.ts';
import { presentSettings } from './present-settings.ts';
import { SettingsBody, SettingsSchema } from './settings-schema.ts';

const example = { accent_color: '#1a7f5a', allowed_origins: ['https://shop.example.com'] };

export const changeSettings: Route = {
  id: 'settings.change',
  method: 'PATCH',
  path: '/dashboard/api/settings',
  tag: 'Settings',
  summary: 'Change the settings',
  description: 'What is left out stays as it is; null takes a logo or a colour away. The logo is sent as base64.',
  access: 'session',
  budget: 'create',
  body: { schema: SettingsBody, examples: { look: { summary: 'A colour and an origin', value: example } } },
  answers: { 200: { description: 'All of them, as they are now.', schema: SettingsSchema } },
  async handle(context, { signedIn, body }) {
    const settings = await changeSettingsUseCase(context, {
      merchant: signedIn.merchant,
      patch: body.value as SettingsPatch,
      actor: signedIn.user.id,
    });
    return { status: 200, body: presentSettings(settings, context.config.baseUrl) };
  },
};
