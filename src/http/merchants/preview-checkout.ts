import { Type } from 'typebox';
import { FIXTURES } from '../../../web/checkout/fixtures.ts';
import { renderPreview } from '../../../web/checkout/render.ts';
import { getSettings } from '../../usecases/merchants/get-settings.ts';
import { readLogo } from '../../usecases/merchants/read-logo.ts';
import { planCheckoutPage } from '../checkout/checkout-page.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { presentSettings } from './present-settings.ts';
import { PreviewBody } from './settings-schema.ts';

const example = { name: 'Tulip & Sons', accent_color: '#1a7f5a' };

/** A page that is shown in a frame without scripts. Nothing is saved, so everyone who may see the settings may try some. */
export const previewCheckout = defineRoute({
  id: 'settings.preview',
  method: 'POST',
  path: '/dashboard/api/settings/preview',
  tag: 'Settings',
  summary: 'Preview the checkout',
  description:
    'Renders a sample checkout with these settings, without saving them. Fields that you leave out are as saved. A logo that is not an image is left out.',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  body: { schema: PreviewBody, examples: { look: { summary: 'A name and a color', value: example } } },
  answers: {
    200: {
      description: 'Returns the page.',
      schema: Type.Object({ html: Type.String({ description: 'The page, without scripts.' }) }, closed),
    },
  },
}).handle(async (context, call) => {
  const saved = presentSettings(await getSettings(context, call.signedIn.merchant), context.config.baseUrl);
  const { name = saved.name, accent_color = saved.accent_color, support = saved.support, logo } = call.body.value;
  const logo_url = logo === undefined ? saved.logo_url : logo === null ? null : dataUrlOf(logo);
  const state = { ...FIXTURES.awaiting, merchant: { name, accent_color, support, logo_url } };
  const { options } = planCheckoutPage(context, call, state, `${context.config.baseUrl}/demo/awaiting`, 'page');
  return { status: 200, body: { html: renderPreview(state, options) } };
});

function dataUrlOf(base64: string): string | null {
  const logo = readLogo(base64);
  return typeof logo === 'string' ? null : `data:${logo.type};base64,${base64}`;
}
