import { invalidField, type MockRequest, type MockResponse } from './mock-request.ts';
import type { MockState } from './mock-state.ts';

export function handleSettings(state: MockState, { method, body }: MockRequest): MockResponse {
  if (method === 'PATCH') {
    const { logo, ...next } = JSON.parse(body) as MockState['settings'] & { logo?: string | null };
    if (next.name === '') throw invalidField('name', 'required', 'Enter a name.');
    if (typeof next.expires_in !== 'number') {
      throw invalidField('expires_in', 'invalid_value', 'Must be a whole number from 300 to 604,800.');
    }
    if (logo !== undefined) state.settings.logo_url = logo === null ? null : `data:image/png;base64,${logo}`;
    state.settings = { ...state.settings, ...next };
  }
  return { status: 200, body: state.settings };
}

/** The server renders the whole checkout. */
export function previewCheckout(state: MockState, { body }: MockRequest): MockResponse {
  const { name = state.settings.name } = JSON.parse(body) as { name?: string };
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return { status: 200, body: { html: `<!doctype html><html lang="en"><title>Preview</title><p>${text}</p>` } };
}
