import type { FastifyInstance, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { Problem } from '../../domain/errors.ts';
import { once } from '../../domain/once.ts';
import { fastifyPath, isPayerRoute, type RouteServices } from './add-route.ts';
import type { Route } from './route.ts';
import { createSuggestPath } from './suggest-path.ts';

/** Most APIs create a resource where they list it. */
const CREATED_AT: Readonly<Record<string, string>> = {
  [fastifyPath('/{public_key}/payment_intents')]:
    ' To create a payment intent, send POST to /<public_key>/create_checkout_payment_intent.',
};

type FindMiss = (request: FastifyRequest) => Problem;

/**
 * What a request that no route takes is answered with: 405 where another method would be taken, else 404. Paths are looked up,
 * because a route for each of more than thirty methods would take longer to add than everything else.
 */
export function createFindMiss(
  routes: readonly Route[],
  options: { maxParamLength: number },
  baseUrl: string,
): FindMiss {
  const paths = once(() => {
    const router = findMyWay(options);
    for (const [path, methods] of listMethods(routes))
      router.on('GET', fastifyPath(path), () => undefined, { path: fastifyPath(path), allow: [...methods].join(', ') });
    return router;
  });
  const suggestPath = createSuggestPath(routes);
  return (request) => {
    const url = request.raw.url ?? '';
    const found = paths().find('GET', url);
    const route = found?.store as { path: string; allow: string } | undefined;
    if (!route || lacksParameter(url, () => route.path)) {
      const short = withoutLastSlash(url);
      if (short !== undefined && paths().find('GET', short)) return lastSlash(baseUrl, short);
      const hint = suggestPath(url.split('?', 1)[0] ?? '');
      return new Problem('not_found', `Nothing was found at this path.${hint === undefined ? '' : ` ${hint}`}`);
    }
    const { path, allow } = route;
    request.routePath = path;
    const elsewhere = request.method === 'POST' ? (CREATED_AT[path] ?? '') : '';
    return new Problem('method_not_allowed', `This path accepts ${allow}.${elsewhere}`, { headers: { allow } });
  };
}

/** Keeps a path such as `/wallets/preview` from being taken for a parameter by other methods of `/wallets/{wallet_id}`. */
export function addMethodErrors(
  app: FastifyInstance,
  { visitors }: Pick<RouteServices, 'visitors'>,
  routes: readonly Route[],
  findMiss: FindMiss,
): void {
  const patterns = routes
    .filter(({ path }) => /[{*]/.test(path))
    .map(({ path, method }) => ({ path, method, steps: path.split('/') }));
  for (const [path, methods] of listMethods(routes)) {
    const steps = path.split('/');
    const taken = patterns
      .filter((other) => other.path !== path && fits(steps, other.steps))
      .map(({ method }) => method);
    const method = [...new Set(taken)].filter((other) => !methods.has(other));
    if (method.length === 0) continue;
    app.route({
      method,
      url: fastifyPath(path),
      // The answer does not depend on the body, so the body is not read.
      onRequest: (request, reply, done) =>
        visitors.admit(request, reply, (refused) => done(refused ?? findMiss(request))),
      handler: () => undefined,
    });
  }
}

/** The methods that each path takes. */
function listMethods(routes: readonly Route[]): Map<string, Set<string>> {
  const allowed = new Map<string, Set<string>>();
  for (const route of routes) {
    const methods = allowed.get(route.path) ?? new Set<string>();
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
    if (isPayerRoute(route)) methods.add('OPTIONS');
    allowed.set(route.path, methods);
  }
  return allowed;
}

/** Whether a path is also one of a pattern with parameters, or of one that ends with a wildcard. */
function fits(path: readonly string[], pattern: readonly string[]): boolean {
  if (pattern.at(-1) === '*' ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every((step, at) => step === path[at] || step === '*' || step.startsWith('{'));
}

/** Whether a URL ends with a slash where the pattern of its route has a parameter, which is then empty. */
export function lacksParameter(url: string, patternOf: () => string): boolean {
  const end = url.indexOf('?');
  return url[(end === -1 ? url.length : end) - 1] === '/' && /:\w+$/.test(patternOf());
}

/** The same URL without slashes at the end of its path; undefined if it has none there. */
function withoutLastSlash(url: string): string | undefined {
  const [path = '', query] = url.split('?', 2);
  // A regular expression would try every one of a thousand slashes as the first of the last ones.
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  if (end === path.length || end === 0) return undefined;
  const short = path.slice(0, end);
  return query === undefined ? short : `${short}?${query}`;
}

/** A redirect would not help: most clients send the body of a POST only once. */
const lastSlash = (baseUrl: string, short: string): Problem =>
  new Problem(
    'not_found',
    `This path does not end with a slash. Use ${baseUrl}${(short.split('?', 1)[0] ?? '').slice(0, 300)}`,
  );
