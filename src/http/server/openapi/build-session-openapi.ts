import { sessionCookie } from '../../sessions/session-cookie.ts';
import type { Route } from '../route.ts';
import { buildDocument } from './build-openapi.ts';

/** Builds the document of the dashboard API, which may change with every version. */
export function buildSessionOpenApi(all: readonly Route[], baseUrl: string) {
  const name = sessionCookie(baseUrl)?.name ?? 'florin';
  return buildDocument(all, baseUrl, {
    title: 'Florin dashboard',
    description:
      'The API behind the dashboard. It may change with every version. Applications use the public API. ' +
      'A browser that opens a URL gets errors as pages.',
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name, description: 'The cookie that sign-in sets.' },
    },
  });
}
