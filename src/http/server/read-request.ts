import type { FastifyRequest } from 'fastify';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { checkText } from './check-text.ts';
import type { ParsedBody } from './parse-body.ts';
import type { Call, Route } from './route.ts';
import { type Check, checkerOf, onePerField } from './validate.ts';

const NONE: readonly FieldError[] = [];
const NO_BODY: ParsedBody = { text: '', value: undefined };

/** Checks the query and the body of a route by its schemas, and names everything that is wrong at once. */
export function readRequest(route: Route): (request: FastifyRequest) => Call {
  const checkQuery = route.query && checkerOf(route.query);
  const bodySchema = route.body?.schema;
  const checkBody = bodySchema && checkerOf(bodySchema);
  return (request) => {
    const query = request.query as Record<string, string>;
    const body = (request.body as ParsedBody | undefined) ?? NO_BODY;
    if (body.isCsv) {
      if (!route.body?.csv) throw new Problem('unsupported_media_type', 'Send "Content-Type: application/json".');
      return callOf(request, query, body);
    }
    if (checkBody && body.value === undefined) throw new Problem('malformed_json', 'The body is empty.');
    const wrongQuery = checkQuery ? queryErrors(checkQuery, query) : NONE;
    const wrongBody = checkBody ? checkBody(body.value) : NONE;
    const wrongText = bodySchema ? checkText(bodySchema, body.value, body.text) : NONE;
    if (wrongQuery.length + wrongBody.length + wrongText.length > 0) {
      const errors = onePerField([...wrongQuery, ...wrongBody, ...wrongText]);
      const fields = errors.length === 1 ? 'One field is' : `${errors.length} fields are`;
      throw new Problem('validation_failed', `${fields} missing or not valid.`, { errors });
    }
    return callOf(request, query, body);
  };
}

function queryErrors(check: Check, query: Record<string, string>): FieldError[] {
  const unreadable = Object.entries(query)
    .filter(([, text]) => text.includes('\u0000'))
    .map(([parameter]) => ({ parameter, code: 'invalid_text', detail: 'Must be text without U+0000.' }));
  const wrong = check(query).map(({ pointer = '#/', code, detail }) => ({ parameter: pointer.slice(2), code, detail }));
  return [...unreadable, ...wrong];
}

function callOf(request: FastifyRequest, query: Record<string, string>, body: ParsedBody): Call {
  const { params, headers, ip: address, raw } = request;
  return { url: raw.url ?? '', address, params: params as Record<string, string>, query, headers, body };
}
