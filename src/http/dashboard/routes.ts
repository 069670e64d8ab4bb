import { Problem } from '../../domain/errors.ts';
import type { ContentAnswer, FileAnswer } from '../server/answer.ts';
import { FOREVER } from '../server/answer-file.ts';
import type { Context } from '../server/context.ts';
import { defineRoute } from '../server/route.ts';

/** The dashboard loads nothing from other origins and cannot be framed. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Florin</title>
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm run build</code> in the Florin folder, then restart the server.</p>
<p>The <a href="/docs">API reference</a> works without it.</p>
</html>
`;

const PAGE = {
  method: 'GET',
  tag: 'Documentation',
  summary: 'Show the dashboard',
  access: 'open',
  undocumented: true,
  answers: {
    200: { description: 'Returns a page.', contentType: 'text/html' },
    503: { description: 'The dashboard is not built.', contentType: 'text/html' },
  },
} as const;

const withPolicy = (caching: string) => ({ 'content-security-policy': CONTENT_POLICY, 'cache-control': caching });

function answerPage({ dashboard }: Pick<Context, 'dashboard'>): FileAnswer | ContentAnswer<503> {
  if (dashboard) return { status: 200, headers: withPolicy('no-cache'), file: dashboard.page };
  const headers = { 'content-type': 'text/html; charset=utf-8', ...withPolicy('no-store') };
  return { status: 503, headers, body: NOT_BUILT };
}

const notFound = () => new Problem('not_found', 'Nothing was found at this path.');

/** The browser renders the pages, so every path gets the same document unless it is a file or part of the API. */
export const dashboardRoutes = [
  defineRoute({ ...PAGE, id: 'dashboard.home', path: '/dashboard' }).handle(answerPage),
  defineRoute({
    ...PAGE,
    id: 'dashboard.asset',
    path: '/dashboard/assets/{file}',
  }).handle((context, call) => {
    const file = context.dashboard?.assets.get(call.params.file);
    if (!file) throw notFound();
    return { status: 200, headers: withPolicy(FOREVER), file };
  }),
  defineRoute({
    ...PAGE,
    id: 'dashboard.page',
    path: '/dashboard/*',
  }).handle((context, call) => {
    if (/^(api|assets)(\/|$)/.test(call.params['*'])) throw notFound();
    return answerPage(context);
  }),
];
