import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode, Problem } from '../../../domain/errors.ts';
import { API_VERSION } from '../../../domain/version.ts';
import type { OpenApiDocument, SecurityScheme } from '../../docs/open-api-types.ts';
import { type AnswerDoc, hasBody } from '../answer.ts';
import { PATH_PARAMETERS, type PathParameter } from '../path-parameters.ts';
import { presentProblem } from '../present-problem.ts';
import { ProblemSchema } from '../problem-schema.ts';
import { isKeyedRoute, type Route } from '../route.ts';
import { errorCodesOf } from './error-codes.ts';
import { exampleFieldErrors } from './example-field-errors.ts';
import { introduction } from './introduction.ts';
import { NamedSchemas } from './named-schemas.ts';
import { parameters } from './parameters.ts';
import { TAGS } from './tags.ts';
import { webhooks } from './webhooks.ts';

/** Builds the public document from the routes that the server serves, and the schemas that it validates with. */
export function buildOpenApi(all: readonly Route[], baseUrl: string) {
  return buildDocument(all, baseUrl, {
    title: 'Florin',
    description: introduction(),
    securitySchemes: {
      private_key: { type: 'http', scheme: 'bearer', description: 'A private key: `fsk_test_…` or `fsk_live_…`.' },
    },
    webhooks,
  });
}

export interface About {
  title: string;
  description: string;
  securitySchemes: Record<string, SecurityScheme>;
  webhooks?: (named: NamedSchemas) => NonNullable<OpenApiDocument['webhooks']>;
}

export function buildDocument(all: readonly Route[], baseUrl: string, about: About) {
  const routes = all.filter((route) => !route.undocumented);
  const named = new NamedSchemas();
  named.refer(ProblemSchema as TSchema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, baseUrl, named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: API_VERSION,
      description: about.description,
      contact: { name: 'Florin', url: `${baseUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    ...(about.webhooks ? { webhooks: about.webhooks(named) } : {}),
    components: {
      securitySchemes: about.securitySchemes,
      schemas: named.schemas,
    },
  };
}

function operation(route: Route, baseUrl: string, named: NamedSchemas): Record<string, unknown> {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route),
    ...(isKeyedRoute(route) ? { 'x-scope': route.access } : {}),
    parameters: parameters(route),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: named.refer(route.body.schema), examples: route.body.examples },
              ...(route.body.csv
                ? {
                    'text/csv': {
                      schema: { type: 'string', description: route.body.csv.description },
                      example: route.body.csv.example,
                    },
                  }
                : {}),
            },
          },
        }
      : {}),
    responses: { ...answers(route, named), ...problems(route, baseUrl) },
  };
}

function securityOf(route: Route): Record<string, string[]>[] {
  if (isKeyedRoute(route)) return route.handleVisitor ? [{ private_key: [] }, {}] : [{ private_key: [] }];
  return route.access === 'session' ? [{ session: [] }] : [];
}

function answers(route: Route, named: NamedSchemas): Record<string, unknown> {
  return Object.fromEntries(
    documentedAnswers(route).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: { 'Request-Id': requestId, ...answer.headers },
        ...(hasBody(Number(status)) ? { content: contentOf(answer, named) } : {}),
      },
    ]),
  );
}

const documentedAnswers = (route: Route) => Object.entries(route.answers).filter(([, answer]) => !answer.undocumented);

const contentOf = (
  { contentType = 'application/json', schema, example, examples, alsoAs = [] }: AnswerDoc,
  named: NamedSchemas,
) => ({
  [contentType]: {
    ...(schema ? { schema: named.refer(schema) } : {}),
    ...(example === undefined ? {} : { example }),
    ...(examples === undefined ? {} : { examples }),
  },
  ...Object.fromEntries(alsoAs.map((type) => [type, {}])),
});

const requestId = { description: 'The request’s ID in the server’s log.', schema: { type: 'string' } };

function problems(route: Route, baseUrl: string): Record<string, unknown> {
  const answered = new Set(documentedAnswers(route).map(([status]) => Number(status)));
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !answered.has(status))
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => ERRORS[code].title).join('; '),
          headers: { 'Request-Id': requestId },
          'x-error-codes': codes,
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              examples: Object.fromEntries(
                codes.map((code) => [code, { value: exampleProblem(code, baseUrl, route.path) }]),
              ),
            },
          },
        },
      ]),
  );
}

/** An example of this error, written by the function that writes real error answers. */
function exampleProblem(code: ErrorCode, baseUrl: string, path: string): unknown {
  const problem = new Problem(code, ERRORS[code].meaning, { errors: exampleFieldErrors(code) });
  const at = {
    baseUrl,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: PathParameter) => PATH_PARAMETERS[name].example),
    requestId: 'req_01a1de8aca3b7be31d00002a',
  };
  return JSON.parse(presentProblem(problem, at).body);
}
