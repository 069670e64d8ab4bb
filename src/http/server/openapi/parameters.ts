import { API_VERSIONS } from '../../../domain/version.ts';
import type { HeaderDoc } from '../answer.ts';
import { PATH_PARAMETERS, parametersIn } from '../path-parameters.ts';
import { isKeyedRoute, type Route } from '../route.ts';

const CSRF: Record<string, HeaderDoc> = {
  'X-Florin-CSRF': {
    description: 'The `csrf_token` of the session.',
    schema: { type: 'string' },
    required: true,
  },
};

/** The parameters of a route in its path, query and headers. */
export function parameters(route: Route): unknown[] {
  const inPath = parametersIn(route.path).map((name) => {
    const { schema, description, example } = PATH_PARAMETERS[name];
    return { name, in: 'path', required: true, schema, description, example };
  });
  const required = new Set<string>(route.query?.required ?? []);
  const inQuery = Object.entries(route.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
    description: (schema as { description?: string }).description ?? '',
  }));
  const version: Record<string, HeaderDoc> = isKeyedRoute(route)
    ? {
        'API-Version': {
          description: 'Overrides the API version of the key. The response repeats it.',
          schema: { type: 'string', enum: API_VERSIONS },
        },
      }
    : {};
  const csrf = route.access === 'session' && route.method !== 'GET' ? CSRF : {};
  const inHeader = Object.entries({ ...route.headers, ...version, ...csrf }).map(([name, header]) => ({
    name,
    in: 'header',
    required: header.required ?? false,
    schema: header.schema,
    description: header.description,
  }));
  return [...inPath, ...inQuery, ...inHeader];
}
