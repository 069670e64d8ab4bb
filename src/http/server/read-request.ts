import type { FastifyRequest } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import type { FieldError } from '../../domain/field-error.ts';
import type { AnyCall, BodyDoc } from './call.ts';
import { checkText } from './check-text.ts';
import type { ParsedBody } from './parse-body.ts';
import { PATH_PARAMETERS, parametersIn } from './path-parameters.ts';
import { rawParams, rawQuery } from './raw-request.ts';
import type { Route } from './route.ts';
import { type Check, compileCheck, onePerField } from './validate.ts';

const NONE: readonly FieldError[] = [];
const NO_BODY: ParsedBody = { type: 'json', text: '', value: undefined };

/** Checks the query and the body of a request by the schemas of its route, and reports every error at once. */
export function readRequest(route: Route): (request: FastifyRequest) => AnyCall {
  const readParams = paramsReader(route.path);
  const checkQuery = route.query && compileCheck(route.query);
  const checkBody = bodyChecker(route.body);
  return (request) => {
    const query = rawQuery(request);
    const sent = (request.body as ParsedBody | undefined) ?? NO_BODY;
    const wrongBody = checkBody(sent);
    const wrongQuery = checkQuery ? queryErrors(checkQuery, query) : NONE;
    if (wrongQuery.length + wrongBody.length > 0) {
      const errors = onePerField([...wrongQuery, ...wrongBody]);
      const fields = errors.length === 1 ? 'One field is' : `${errors.length} fields are`;
      throw new Problem('validation_failed', `${fields} missing or invalid.`, { errors });
    }
    const { headers, ip: address, raw } = request;
    const body = route.body && sent;
    return { url: raw.url ?? '', address, headers, params: readParams(request), query, body };
  };
}

function bodyChecker(doc: BodyDoc | undefined): (sent: ParsedBody) => readonly FieldError[] {
  const check = doc && compileCheck(doc.schema);
  return (sent) => {
    if (sent.type === 'csv') {
      if (doc?.csv) return NONE;
      throw new Problem('unsupported_media_type', 'Send "Content-Type: application/json".');
    }
    if (!check) return NONE;
    if (sent.value === undefined) throw new Problem('malformed_json', 'The body is empty.');
    const wrongText = checkText(doc.schema, sent.value, sent.text);
    const wrong = wrongText.length === 0 ? check(sent.value) : [...check(sent.value), ...wrongText];
    if (!doc.listMoreErrors || wrong.length === 0) return wrong;
    return [...wrong, ...doc.listMoreErrors(allowedMembers(sent.value, wrong))];
  };
}

/** The members of a body without those that have an error. */
function allowedMembers(body: unknown, wrong: readonly FieldError[]): object {
  if (typeof body !== 'object' || body === null || wrong.some(({ pointer }) => pointer === '#')) return {};
  const names = new Set(wrong.map(({ pointer }) => pointer?.split('/')[1]));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

/** Parses the parameters of a path with the parsers of PATH_PARAMETERS. */
function paramsReader(path: string): (request: FastifyRequest) => AnyCall['params'] {
  const parsers = parametersIn(path).map((name) => ({ name, parse: PATH_PARAMETERS[name].parse }));
  return (request) => {
    const segments = rawParams(request);
    const params: Record<string, unknown> = {};
    for (const { name, parse } of parsers) params[name] = parse(segments[name] ?? '');
    return params;
  };
}

function queryErrors(check: Check, query: Readonly<Record<string, string>>): FieldError[] {
  const unreadable = Object.entries(query)
    .filter(([, text]) => text.includes('\u0000'))
    .map(([parameter]) => ({ parameter, code: 'invalid_text', detail: 'Must be text without U+0000.' }));
  const wrong = check(query).map(({ pointer = '#/', code, detail }) => ({ parameter: nameIn(pointer), code, detail }));
  return [...unreadable, ...wrong];
}

/** The name of a member in a JSON pointer. */
const nameIn = (pointer: string): string => pointer.slice(2).replaceAll('~1', '/').replaceAll('~0', '~');
