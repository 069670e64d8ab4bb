import { changeSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';
import { previewCheckout } from './preview-checkout.ts';

export const settingsRoutes = [getSettings, changeSettings, previewCheckout];
