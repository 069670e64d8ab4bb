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
    'A payment intent is one payment that you expect. Create it, show its checkout, and deliver when its status is `succeeded`.',
  Checkout: 'The payer’s page. Anyone with the intent’s id can see its status. No key is needed.',
  Invoices: 'What was sold, to whom and for how much, as a page, a PDF or JSON.',
  Items: 'Your catalog. It gives the items of an intent a name and a price on the invoice and at checkout.',
  Wallets: 'Where your money goes: directly to your own wallet, one for each network.',
  Transfers: 'Unmatched transfers: money that reached you but belongs to no payment intent.',
  Networks: 'The networks that the server watches, and their status.',
  'Reference data': 'The currencies and assets that the server knows.',
  Operations: 'For operators of the server.',
  Documentation: 'For tools.',
  Session: 'Sign in to the dashboard and out of it.',
  Payments: 'The payment intents of the signed-in merchant, in one mode.',
  'API keys': 'The merchant’s key pairs, in one mode.',
  Settings: 'The merchant’s checkout settings.',
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
  return `Florin is a self-hosted checkout for cryptocurrency payments. Create a payment intent with one request. The payer pays on chain, directly to your own wallet.

## Authentication
Put your public key first in the path, and send your private key in the header \`Authorization: Bearer <PRIVATE_KEY>\`. You find both in the dashboard under API Keys. Test keys (\`fpk_test_…\`, \`fsk_test_…\`) and live keys have separate data.

## Idempotency
Send an \`Idempotency-Key\` of 1 to ${LIMITS.idempotencyKeyLengthMax} printable characters when you create a payment intent. You can then retry safely: for 7 days, a request with the same key and the same body, byte for byte, returns the first response with the header \`Idempotent-Replayed: true\`. Keys are separate for each merchant and mode. A request that failed does not use up its key.

## Errors
Errors are \`application/problem+json\` (RFC 9457). Check \`code\` in your program. \`retryable\` says whether the same request can succeed later. \`errors\` lists every invalid field with a JSON pointer.

## Versions
API versions are dates. A key is pinned to the version that was current when the key was created. Send \`API-Version\` to use another version for one request. The current version is \`${API_VERSION}\`.

## Limits
| What | Limit |
|---|---|
| Body | ${count(LIMITS.bodyBytesMax)} bytes, ${LIMITS.bodyDepthMax} levels deep |
| \`items\` | 1–${LIMITS.itemsMax}, \`quantity\` 1–${count(LIMITS.quantityMax)}, \`item_id\` 1–${LIMITS.itemIdLengthMax} characters |
| \`customer\` | Name ${LIMITS.nameLengthMax}, email ${LIMITS.emailLengthMax}, phone number ${LIMITS.phoneLengthMax} characters |
| Addresses | Address ${LIMITS.addressLengthMax}, city and state ${LIMITS.cityLengthMax}, country ${LIMITS.countryLengthMax}, postal code ${LIMITS.postalCodeLengthMax} characters |
| \`total_amount\`, \`tax_amount\` | 0–${count(LIMITS.amountMax)} |
| \`tax_percent\` | 0–${LIMITS.taxPercentMax} |
| \`metadata\` | ${LIMITS.metadataKeysMax} keys of ${LIMITS.metadataKeyLengthMax} characters, values of ${LIMITS.metadataValueLengthMax} characters |
| \`expires_in\` | ${LIMITS.expiresInSecondsMin}–${count(LIMITS.expiresInSecondsMax)} s, default ${count(LIMITS.expiresInSecondsDefault)} s |
| Item import | ${count(LIMITS.importBytesMax)} bytes, ${count(LIMITS.importLinesMax)} lines |
| Invoice link | Valid for ${LIMITS.invoiceLinkDays} days |
| Page size | 1–${LIMITS.pageSizeMax}, default ${LIMITS.pageSizeDefault} |
| Writes | ${count(LIMITS.createPerSecond)} per second for each key, bursts of ${count(LIMITS.createPerSecond * LIMITS.burstFactor)} |
| Reads | ${count(LIMITS.readPerSecond)} per second for each key, bursts of ${count(LIMITS.readPerSecond * LIMITS.burstFactor)} |
| Invalid keys | ${LIMITS.failedKeysPerMinute} per minute for each client address. This limit does not apply to valid keys. |
| Payer’s page | Bodies of ${count(LIMITS.payerBodyBytesMax)} bytes, ${LIMITS.visitorPerSecond} requests per second for each client address, ${LIMITS.transactionsPerMinute} transactions per minute for each intent, ${LIMITS.claimsPerMinute} claims per minute for each intent and ${LIMITS.claimsPerMinuteOfClient} for each client address |
| Timeouts | Headers ${LIMITS.headersTimeoutMs / 1_000} s, whole request ${LIMITS.requestTimeoutMs / 1_000} s |
| Database unavailable | 503 within ${Math.ceil(LIMITS.answerMsMax / 1_000)} s |

Rate limits apply to each server process. An operator can change them.`;
}
