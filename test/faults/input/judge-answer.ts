import { ERRORS, type ErrorCode } from '../../../src/domain/errors.ts';
import { routes } from '../../../src/http/routes.ts';
import { prefersPage } from '../../../src/http/server/present-problem-page.ts';
import { isDashboardRoute, type Route } from '../../../src/http/server/route.ts';
import type { DocumentedAnswers } from '../../http/documented-answers.ts';
import type { Reply } from '../../support/client.ts';
import type { FuzzedRequest } from './fuzz-requests.ts';

/** The documents of both interfaces. */
export interface Documents {
  public: DocumentedAnswers;
  dashboard: DocumentedAnswers;
}

export const documentOf = (documents: Documents, route: Route): DocumentedAnswers =>
  isDashboardRoute(route) ? documents.dashboard : documents.public;

/** Everything in which an answer is not what the interfaces promise. */
export function judgeAnswer(
  { route, method, path, headers }: FuzzedRequest,
  reply: Reply,
  documents: Documents,
): string[] {
  const name = `${method} ${route.path}`;
  if (reply.status === 500) return [`${name} was answered with 500 for ${path}: ${reply.text}`];
  // An answer to HEAD has no body, and a preflight is answered by the browser's rules.
  if (method === 'HEAD' || reply.status === 204) return [];
  const served = routes.find((one) => one.path === route.path && one.method === method);
  // A route says of some of its answers that they are pages for people, which the documents leave out.
  const isPage = served?.undocumented ?? served?.answers[reply.status]?.undocumented;
  if (served && !isPage) {
    const documented = documentOf(documents, served);
    return isErrorPage(headers, reply)
      ? judgeErrorPage(name, reply, documented.codesOf(method, served.path, reply.status))
      : documented.complaints(method, served.path, reply);
  }
  return reply.status < 400 ? [] : judgeProblem(name, reply);
}

/** A browser that opens a URL gets an error as a page, which names one of the documented codes. */
const isErrorPage = (headers: FuzzedRequest['headers'], reply: Reply): boolean =>
  reply.status >= 400 && typeOf(reply) === 'text/html' && prefersPage(headers);

const judgeErrorPage = (name: string, { status, text }: Reply, codes: string[]): string[] =>
  codes.some((code) => text.includes(`<code>${code}</code></a>`))
    ? []
    : [`${name} was answered with ${status} by a page that names none of ${codes.join(', ')}`];

/** An error that no operation documents is still an error of the table, or a page for people. */
function judgeProblem(name: string, reply: Reply): string[] {
  const { status, json } = reply;
  const type = typeOf(reply);
  if (type === 'text/html') return [];
  const code = json['code'] as ErrorCode;
  const known = Object.hasOwn(ERRORS, code) ? ERRORS[code] : undefined;
  return type === 'application/problem+json' && known?.status === status
    ? []
    : [`${name} was answered with ${status} ${type} ${code}`];
}

const typeOf = ({ headers }: Reply): string => (headers.get('content-type') ?? '').split(';')[0] ?? '';
