import { Problem } from '../../domain/errors.ts';
import { answerFile, FOREVER } from '../server/answer-file.ts';
import type { Answer, Call, Context, Route } from '../server/route.ts';

/** The dashboard loads nothing from elsewhere, and nobody may put it into a frame. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Florin</title>
<h1>The dashboard is not built yet</h1>
<p>Run <code>npm run build</code> in the folder of Florin, and start the server again.</p>
<p>The <a href="/docs">API reference</a> works without it.</p>
</html>
`;

const PAGE: Omit<Route & { access: 'open' }, 'id' | 'path' | 'handle'> = {
  method: 'GET',
  tag: 'Documentation',
  summary: 'The dashboard, for people',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'A page.', contentType: 'text/html' } },
};

const policed = (caching: string) => ({ 'content-security-policy': CONTENT_POLICY, 'cache-control': caching });

function answerPage({ dashboard }: Context, call: Call): Answer {
  if (dashboard) return answerFile(call, dashboard.page, policed('no-cache'));
  const headers = { 'content-type': 'text/html; charset=utf-8', ...policed('no-store') };
  return { status: 503, headers, body: NOT_BUILT };
}

const nothingHere = () => new Problem('not_found', 'There is nothing at this path.');

/** The pages are made in the browser: every path gets the same document, unless it names a file or the interface. */
export const dashboardPages: readonly Route[] = [
  { ...PAGE, id: 'dashboard.home', path: '/dashboard', handle: answerPage },
  {
    ...PAGE,
    id: 'dashboard.asset',
    path: '/dashboard/assets/{file}',
    handle(context: Context, call: Call) {
      const file = context.dashboard?.assets.get(call.params['file'] ?? '');
      if (!file) throw nothingHere();
      return answerFile(call, file, policed(FOREVER));
    },
  },
  {
    ...PAGE,
    id: 'dashboard.page',
    path: '/dashboard/*',
    handle(context: Context, call: Call) {
      const path = call.params['*'] ?? '';
      if (/^(api|assets)(\/|$)/.test(path)) throw nothingHere();
      return answerPage(context, call);
    },
  },
];
