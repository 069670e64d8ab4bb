import { sessionCookie } from '../../sessions/session-cookie.ts';
import type { Route } from '../route.ts';
import { buildDocument } from './build-openapi.ts';

/** What the dashboard's own pages call. It changes with them, and is no promise to anybody else. */
export function buildSessionOpenApi(all: readonly Route[], baseUrl: string) {
  const name = sessionCookie(baseUrl)?.name ?? 'florin';
  return buildDocument(all, baseUrl, {
    title: 'Florin dashboard',
    description:
      'The interface behind the dashboard. It may change with every version; an application uses the public one.',
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name, description: 'The cookie that signing in sets.' },
    },
  });
}
