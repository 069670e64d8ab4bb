import { changeSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';

export const settingsRoutes = [getSettings, changeSettings];
