import { defineRoute } from '../server/route.ts';

export const getRoot = defineRoute({
  id: 'root.get',
  method: 'GET',
  path: '/',
  tag: 'Documentation',
  summary: 'Redirect to the dashboard',
  access: 'open',
  undocumented: true,
  answers: { 302: { description: 'Redirects to the dashboard.' } },
}).handle(() => ({ status: 302, headers: { location: '/dashboard' } }));
