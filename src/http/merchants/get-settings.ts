import { getSettings as getSettingsUseCase } from '../../usecases/merchants/get-settings.ts';
import type { Route } from '../server/route.ts';
import { presentSettings } from './present-settings.ts';
import { SettingsSchema } from './settings-schema.ts';

export const getSettings: Route = {
  id: 'settings.get',
  method: 'GET',
  path: '/dashboard/api/settings',
  tag: 'Settings',
  summary: 'Read the settings',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'For both modes.', schema: SettingsSchema } },
  async handle(context, { signedIn }) {
    return {
      status: 200,
      body: presentSettings(await getSettingsUseCase(context, signedIn.merchant), context.config.baseUrl),
    };
  },
};
