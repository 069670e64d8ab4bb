import { API_VERSIONS } from '../../domain/version.ts';
import { EXAMPLE_PARAMETERS } from '../intents/example-intent.ts';
import { type HeaderDoc, isKeyed, type Route } from './route.ts';

const CSRF: Record<string, HeaderDoc> = {
  'X-Florin-CSRF': {
    description: 'The `csrf_token` of the session.',
    schema: { type: 'string' },
    required: true,
  },
};

interface ParameterDoc {
  schema: object;
  description: string;
}

const text = { type: 'string' };

const OTHER_PARAMETER: ParameterDoc = {
  schema: text,
  description: 'The object’s identifier.',
};

const PATH_PARAMETERS: Record<string, ParameterDoc> = {
  public_key: { schema: text, description: 'The merchant’s public key.' },
  mode: { description: 'Test or live.', schema: { type: 'string', enum: ['test', 'live'] } },
};

/** What a request carries beside its body: in the path, in the query, in its headers. */
export function parameters(route: Route): unknown[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { schema, description } = PATH_PARAMETERS[name] ?? OTHER_PARAMETER;
    const example = EXAMPLE_PARAMETERS[name] ?? EXAMPLE_PARAMETERS['payment_intent_id'];
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
  const version: Record<string, HeaderDoc> = isKeyed(route)
    ? {
        'API-Version': {
          description: 'Overrides the version that the key is pinned to. Echoed in the answer.',
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
