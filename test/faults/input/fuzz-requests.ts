import * as fc from 'fast-check';
import { PATH_PARAMETERS, type PathParameter, parametersIn } from '../../../src/http/server/path-parameters.ts';
import { isDashboardRoute, isKeyedRoute, type Route } from '../../../src/http/server/route.ts';
import type { OperationDoc } from '../../http/documented-answers.ts';
import { fuzzBody } from '../../http/fuzz-bodies.ts';
import { fuzzJson } from '../../http/fuzz-json.ts';
import type { KnownThings } from './known-things.ts';
import { type Schema, sampleSchema } from './sample-schema.ts';

export interface FuzzedRequest {
  route: Route;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const CREATE = '/{public_key}/create_checkout_payment_intent';

/** What a header can contain: no control characters but the tab. */
const headerText = fc.stringMatching(/^[\t -~\u0080-ÿ]{0,60}$/).map((text) => text.trim());

const junkSegment = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(encodeURIComponent),
  fc.constantFrom('%00', '%ff%fe', '%', '%2e%2e%2f', '..', '.', '%c0%af', '%F0%9F%98%80', '__proto__', 'null', '-1'),
  fc.constantFrom('a'.repeat(300), "'%20OR%201=1--", '%3Cscript%3E', '{}', '[]', '*', '~'),
);

/** The usual is far more likely, so that most requests get past the gates. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });

function segmentOf(name: PathParameter, known: KnownThings): fc.Arbitrary<string> {
  const values = [...(known.params[name] ?? []), PATH_PARAMETERS[name].example];
  return mostly(fc.constantFrom(...values), junkSegment);
}

function pathOf({ path }: Route, known: KnownThings): fc.Arbitrary<string> {
  const names = parametersIn(path);
  return fc.tuple(...names.map((name) => segmentOf(name, known))).map((segments) =>
    names.reduce(
      // A function, because a segment may contain what `replace` takes for a group.
      (text, name, place) => text.replace(name === '*' ? '*' : `{${name}}`, () => segments[place] ?? ''),
      path,
    ),
  );
}

function queryOf({ query }: Route): fc.Arbitrary<string> {
  const entries = Object.entries((query?.properties ?? {}) as Record<string, Schema>);
  const pairs = entries.map(([name, schema]) =>
    fc.option(mostly(sampleSchema(schema), fc.string({ maxLength: 30 })), { freq: 2 }).map((value) => [name, value]),
  );
  const known = fc.tuple(...pairs).map((all) => all.filter(([, value]) => value !== null) as [string, unknown][]);
  const extra = fc.array(fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 })), { maxLength: 2 });
  return fc.tuple(known, mostly(fc.constant<[string, string][]>([]), extra)).map(([all, more]) => {
    const written = [...all, ...more].map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
    );
    return written.length === 0 ? '' : `?${written.join('&')}`;
  });
}

/** The headers that a well-behaved client of this route sends. */
function usualHeaders(route: Route, { keys, browser, leaving }: KnownThings): Record<string, string> {
  if (isKeyedRoute(route)) return { authorization: `Bearer ${keys.private_key}` };
  if (!isDashboardRoute(route)) return {};
  const { origin, csrfToken, cookie = '' } = route.path.endsWith('/sign_out') ? leaving : browser;
  return { origin, 'x-florin-csrf': csrfToken, cookie };
}

const oddHeaders = (known: KnownThings): fc.Arbitrary<Record<string, string>> => {
  const values: Record<string, fc.Arbitrary<string>> = {
    authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer ${text}`),
      fc.constantFrom('Bearer', 'Basic YTpi', `Bearer ${known.keys.public_key}`),
    ),
    cookie: fc.oneof(
      headerText,
      fc.constantFrom('florin=', 'florin=a; florin=b', '=', ';;;', `florin=${'x'.repeat(3_000)}`),
    ),
    origin: fc.oneof(headerText, fc.constantFrom('null', 'https://evil.example', 'http://127.0.0.1')),
    'x-florin-csrf': headerText,
    'content-type': fc.oneof(
      headerText,
      fc.constantFrom('text/csv', 'text/plain', 'application/json; charset=latin1', 'multipart/form-data'),
    ),
    accept: fc.oneof(headerText, fc.constantFrom('text/html', 'application/pdf', 'application/xml;q=0', '*/*;q=0.1')),
    'accept-language': fc.oneof(headerText, fc.constantFrom('ar', 'de;q=0.1', '*')),
    'content-encoding': fc.constantFrom('gzip', 'br', 'identity'),
    'api-version': fc.oneof(headerText, fc.constantFrom('2026-11-15', '1')),
    'idempotency-key': fc.oneof(headerText, fc.constantFrom('a', 'k'.repeat(255), 'k'.repeat(256))),
    'x-forwarded-for': headerText,
    'user-agent': headerText,
    'if-none-match': fc.oneof(headerText, fc.constantFrom('*', '"x"')),
    range: fc.constantFrom('bytes=0-', 'bytes=9-1'),
    'x-odd': headerText,
  };
  return fc
    .subarray(Object.keys(values), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, values[name] ?? headerText]))));
};

const clientAddress = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts): Record<string, string> => ({ 'x-forwarded-for': `10.${parts.join('.')}` }));

function bodyOf(route: Route, operation: OperationDoc | undefined): fc.Arbitrary<Buffer | undefined> {
  const none = fc.constant(undefined);
  const content = operation?.requestBody?.content['application/json'];
  if (!content) return mostly(none, fc.constantFrom(Buffer.from('{}'), Buffer.from('x')));
  if (route.path === CREATE) return mostly(fuzzBody, none);
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
  const values = [
    ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []),
    sampleSchema(content.schema as Schema),
  ];
  return mostly(fuzzJson(fc.oneof(...values)), none);
}

/** Requests for one route between a right one and noise. */
export function fuzzRequest(
  route: Route,
  operation: OperationDoc | undefined,
  known: KnownThings,
): fc.Arbitrary<FuzzedRequest> {
  const method = fc.oneof(
    { weight: 19, arbitrary: fc.constant<string>(route.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  const odd = fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: oddHeaders(known) });
  return fc
    .tuple(method, pathOf(route, known), queryOf(route), clientAddress, odd, bodyOf(route, operation))
    .map(([verb, path, query, address, more, body]) => ({
      route,
      method: verb,
      path: path + query,
      headers: {
        ...address,
        // The session can have been renewed since, so its headers are read now.
        ...usualHeaders(route, known),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      body,
    }));
}
