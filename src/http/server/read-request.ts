import type { FastifyRequest } from 'fastify';
import { type FieldError, Problem } from '../../domain/errors.ts';
import type { AnyCall } from './call.ts';
import { checkText } from './check-text.ts';
import type { ParsedBody } from './parse-body.ts';
import { PATH_PARAMETERS, parametersIn } from './path-parameters.ts';
import type { Route } from './route.ts';
import { type Check, compileCheck, onePerField } from './validate.ts';

const NONE: readonly FieldError[] = [];
const NO_BODY: ParsedBody = { type: 'json', text: '', value: undefined };

/** Checks the query and the body of a request by the schemas of its route, and reports every error at once. */
export function readRequest(route: Route): (request: FastifyRequest) => AnyCall {
  const readParams = paramsReader(route.path);
  const checkQuery = route.query && compileCheck(route.query);
  const bodySchema = route.body?.schema;
  const checkBody = bodySchema && compileCheck(bodySchema);
  return (request) => {
    const query = request.query as Record<string, string>;
    const sent = (request.body as ParsedBody | undefined) ?? NO_BODY;
    const { headers, ip: address, raw } = request;
    const body = bodySchema && sent;
    const call = { url: raw.url ?? '', address, params: readParams(request), query, headers, body };
    if (sent.type === 'csv') {
      if (!route.body?.csv) throw new Problem('unsupported_media_type', 'Send "Content-Type: application/json".');
      return call;
    }
    if (checkBody && sent.value === undefined) throw new Problem('malformed_json', 'The body is empty.');
    const wrongQuery = checkQuery ? queryErrors(checkQuery, query) : NONE;
    const wrongBody = checkBody ? checkBody(sent.value) : NONE;
    const wrongText = bodySchema ? checkText(bodySchema, sent.value, sent.text) : NONE;
    if (wrongQuery.length + wrongBody.length + wrongText.length > 0) {
      const errors = onePerField([...wrongQuery, ...wrongBody, ...wrongText]);
      const fields = errors.length === 1 ? 'One field is' : `${errors.length} fields are`;
      throw new Problem('validation_failed', `${fields} missing or invalid.`, { errors });
    }
    return call;
  };
}

/** Parses each parameter of a path as PATH_PARAMETERS says. */
function paramsReader(path: string): (request: FastifyRequest) => AnyCall['params'] {
  const parsers = parametersIn(path).map((name) => ({ name, parse: PATH_PARAMETERS[name].parse }));
  return (request) => {
    const segments = request.params as Record<string, string>;
    const params: Record<string, unknown> = {};
    for (const { name, parse } of parsers) params[name] = parse(segments[name] ?? '');
    return params;
  };
}

function queryErrors(check: Check, query: Record<string, string>): FieldError[] {
  const unreadable = Object.entries(query)
    .filter(([, text]) => text.includes('\u0000'))
    .map(([parameter]) => ({ parameter, code: 'invalid_text', detail: 'Must be text without U+0000.' }));
  const wrong = check(query).map(({ pointer = '#/', code, detail }) => ({ parameter: pointer.slice(2), code, detail }));
  return [...unreadable, ...wrong];
}
