import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode, Problem } from '../../../domain/errors.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { API_VERSION } from '../../../domain/version.ts';
import type { SecurityScheme } from '../../docs/open-api-types.ts';
import type { AnswerDoc } from '../answer.ts';
import { PATH_PARAMETERS, type PathParameter } from '../path-parameters.ts';
import { presentProblem } from '../present-problem.ts';
import { ProblemSchema } from '../problem-schema.ts';
import { isDashboardRoute, isKeyedRoute, type Route } from '../route.ts';
import { NamedSchemas } from './named-schemas.ts';
import { parameters } from './parameters.ts';

const ALWAYS: readonly ErrorCode[] = [
  'private_key_in_url',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'internal',
];
const WITH_KEY: readonly ErrorCode[] = [
  'api_version_unknown',
  'missing_credentials',
  'invalid_private_key',
  'private_key_expired',
  'key_pair_mismatch',
  'mode_mismatch',
  'insufficient_scope',
  'ip_not_allowed',
  'rate_limited',
  'unavailable',
];
/** An open route whose path names a merchant reads its data. */
const OF_MERCHANT: readonly ErrorCode[] = ['unavailable'];
const WITH_SESSION: readonly ErrorCode[] = ['not_signed_in'];
const OF_DASHBOARD: readonly ErrorCode[] = ['rate_limited', 'unavailable'];
const WITH_BODY: readonly ErrorCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type'];
const WITH_FIELDS: readonly ErrorCode[] = ['validation_failed'];
const WITH_ID: readonly ErrorCode[] = ['not_found'];

const TAGS: Record<string, string> = {
  'Payment intents':
    'One intent is one thing to be paid. Create it, show its checkout, and deliver when it has succeeded.',
  Checkout: 'The payer’s page. Whoever knows an intent’s id may see how it stands; no key is needed.',
  Invoices: 'What was sold, to whom, for how much: for people, for bookkeeping and for programs.',
  Items: 'The catalogue: it gives the items of an intent a name and a price on the invoice and the checkout.',
  Wallets: 'Where the money goes: straight into the merchant’s own wallet, one for each network.',
  Transfers: 'Money that reached the merchant and counts for no payment intent.',
  Networks: 'The networks that the server watches, and how each is read.',
  'Reference data': 'What the server knows by name.',
  Operations: 'For whoever runs the server.',
  Documentation: 'For tools.',
  Session: 'Signing in and out of the dashboard.',
  Payments: 'The payment intents of the merchant that is signed in for, in one mode.',
  'API keys': 'The key pairs of the merchant, in one mode.',
  Settings: 'What the merchant decides about its checkout.',
};

/** The document is made from the same list of routes, and the same schemas, that serve and validate. */
export function buildOpenApi(all: readonly Route[], baseUrl: string) {
  return buildDocument(all, baseUrl, {
    title: 'Florin',
    description: introduction(),
    securitySchemes: {
      private_key: { type: 'http', scheme: 'bearer', description: 'A private key: `fsk_test_…` or `fsk_live_…`.' },
    },
  });
}

export interface About {
  title: string;
  description: string;
  securitySchemes: Record<string, SecurityScheme>;
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
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths,
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
  if (isKeyedRoute(route)) return [{ private_key: [] }];
  return route.access === 'session' ? [{ session: [] }] : [];
}

function answers(route: Route, named: NamedSchemas): Record<string, unknown> {
  return Object.fromEntries(
    documentedAnswers(route).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: { 'Request-Id': requestId, ...answer.headers },
        ...(status === '204' ? {} : { content: contentOf(answer, named) }),
      },
    ]),
  );
}

const documentedAnswers = (route: Route) => Object.entries(route.answers).filter(([, answer]) => !answer.undocumented);

const contentOf = (
  { contentType = 'application/json', schema, example, alsoAs = [] }: AnswerDoc,
  named: NamedSchemas,
) => ({
  [contentType]: {
    ...(schema ? { schema: named.refer(schema) } : {}),
    ...(example === undefined ? {} : { example }),
  },
  ...Object.fromEntries(alsoAs.map((type) => [type, {}])),
});

const requestId = { description: 'Names this request in the server’s log.', schema: { type: 'string' } };

/** The codes that a route can answer, from what it is: open or not, with a body, with an id in its path. */
function errorCodesOf(route: Route): ErrorCode[] {
  const changes = route.method !== 'GET';
  return [
    ...ALWAYS,
    ...(isKeyedRoute(route) ? WITH_KEY : []),
    ...(route.access === 'open' && route.path.startsWith('/{public_key}/') ? OF_MERCHANT : []),
    ...(isDashboardRoute(route) ? OF_DASHBOARD : []),
    ...(isDashboardRoute(route) && changes ? (['cross_site_request'] as const) : []),
    ...(route.access === 'session' ? WITH_SESSION : []),
    ...(route.access === 'session' && changes ? (['csrf_token_invalid'] as const) : []),
    ...(changes ? WITH_BODY : []),
    ...(route.body || route.query ? WITH_FIELDS : []),
    ...(/_id\}|\{mode\}/.test(route.path) ? WITH_ID : []),
    ...(route.errors ?? []),
  ];
}

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

/** What a problem of this code looks like, written by the function that writes the real ones. */
function exampleProblem(code: ErrorCode, baseUrl: string, path: string): unknown {
  const errors =
    code === 'validation_failed'
      ? [{ pointer: '#/customer/email', code: 'required', detail: '"email" is required.' }]
      : [];
  const problem = new Problem(code, ERRORS[code].meaning, { errors });
  const at = {
    baseUrl,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: PathParameter) => PATH_PARAMETERS[name].example),
    requestId: 'req_811d6f0ac64a610c23d1da61',
  };
  return JSON.parse(presentProblem(problem, at).body);
}

const count = (value: number) => value.toLocaleString('en-US');

function introduction(): string {
  return `Florin is a self-hosted checkout for payment in cryptocurrency. One request creates a payment intent; the payer pays on chain, straight into the merchant’s own wallet.

## Authentication
Every request carries the merchant’s public key as the first segment of its path and the private key in the header \`Authorization: Bearer <PRIVATE_KEY>\`. Both come from the section API Keys of the dashboard. Test keys (\`fpk_test_…\`, \`fsk_test_…\`) and live keys never see each other’s data.

## Idempotency
Send an \`Idempotency-Key\` of 1 to ${LIMITS.idempotencyKeyLengthMax} printable characters with a create, and repeat the request as often as you need: the same key and the same body (compared byte for byte) give the first answer again for 7 days, marked \`Idempotent-Replayed: true\`. Keys are kept per merchant and mode, and only for requests that were stored.

## Errors
Errors are \`application/problem+json\` (RFC 9457). Decide by \`code\`; \`retryable\` says whether the same request may succeed later; \`errors\` lists every field at fault at once, each with a JSON pointer.

## Versions
The interface is versioned by date. A key is pinned to the version of the day it was made; \`API-Version\` overrides it for one request. The current version is \`${API_VERSION}\`.

## Limits
| what | limit |
|---|---|
| body | ${count(LIMITS.bodyBytesMax)} bytes, ${LIMITS.bodyDepthMax} levels deep |
| items | 1–${LIMITS.itemsMax}, quantity 1–${count(LIMITS.quantityMax)}, \`item_id\` 1–${LIMITS.itemIdLengthMax} characters |
| customer | name ${LIMITS.nameLengthMax}, e-mail ${LIMITS.emailLengthMax}, phone ${LIMITS.phoneLengthMax} characters |
| address | address ${LIMITS.addressLengthMax}, city and state ${LIMITS.cityLengthMax}, country ${LIMITS.countryLengthMax}, postal code ${LIMITS.postalCodeLengthMax} characters |
| \`total_amount\`, \`tax_amount\` | 0–${count(LIMITS.amountMax)} |
| \`tax_percent\` | 0–${LIMITS.taxPercentMax} |
| \`metadata\` | ${LIMITS.metadataKeysMax} keys of ${LIMITS.metadataKeyLengthMax} characters, values of ${LIMITS.metadataValueLengthMax} |
| \`expires_in\` | ${LIMITS.expiresInSecondsMin}–${count(LIMITS.expiresInSecondsMax)} s, default ${count(LIMITS.expiresInSecondsDefault)} s |
| import of items | ${count(LIMITS.importBytesMax)} bytes, ${count(LIMITS.importLinesMax)} lines |
| link to an invoice | works for ${LIMITS.invoiceLinkDays} days |
| page | 1–${LIMITS.pageSizeMax}, default ${LIMITS.pageSizeDefault} |
| writing | ${count(LIMITS.createPerSecond)} per second and key, bursts of ${count(LIMITS.createPerSecond * LIMITS.burstFactor)} |
| reading | ${count(LIMITS.readPerSecond)} per second and key, bursts of ${count(LIMITS.readPerSecond * LIMITS.burstFactor)} |
| wrong keys | ${LIMITS.failedKeysPerMinute} per minute and client address; a valid key is never refused for them |
| a payer’s page | bodies of ${count(LIMITS.payerBodyBytesMax)} bytes; ${LIMITS.visitorPerSecond} requests per second and client address; ${LIMITS.transactionsPerMinute} transactions per minute and intent; ${LIMITS.claimsPerMinute} claims per minute and intent, ${LIMITS.claimsPerMinuteOfClient} per minute and client address |
| time | headers within ${LIMITS.headersTimeoutMs / 1_000} s, the whole request within ${LIMITS.requestTimeoutMs / 1_000} s |
| database away | answered with 503 within ${Math.ceil(LIMITS.answerMsMax / 1_000)} s |

Rates are counted in memory, per server process; an operator can change them.`;
}
