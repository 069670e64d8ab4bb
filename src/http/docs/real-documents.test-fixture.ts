import { routes } from '../routes.ts';
import { buildOpenApi } from '../server/openapi/build-openapi.ts';
import { buildSessionOpenApi } from '../server/openapi/build-session-openapi.ts';
import { isDashboardRoute } from '../server/route.ts';
import type { OpenApiDocument } from './open-api-types.ts';

const baseUrl = 'https://pay.example.com';

/** The documents that the server publishes. */
export const publicDocument: OpenApiDocument = buildOpenApi(
  routes.filter((route) => !isDashboardRoute(route)),
  baseUrl,
);

export const dashboardDocument: OpenApiDocument = buildSessionOpenApi(routes.filter(isDashboardRoute), baseUrl);
