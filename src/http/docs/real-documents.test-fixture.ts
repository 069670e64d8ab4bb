import { routes } from '../routes.ts';
import { buildOpenApi } from '../server/openapi.ts';
import { isOfDashboard } from '../server/route.ts';
import { buildSessionOpenApi } from '../server/session-openapi.ts';
import type { OpenApiDocument } from './open-api-types.ts';

const baseUrl = 'https://pay.example.com';

/** The documents that the server publishes. */
export const publicDocument: OpenApiDocument = buildOpenApi(
  routes.filter((route) => !isOfDashboard(route)),
  baseUrl,
);

export const dashboardDocument: OpenApiDocument = buildSessionOpenApi(routes.filter(isOfDashboard), baseUrl);
