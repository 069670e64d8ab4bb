import type { Route } from '../server/route.ts';

export const getRoot: Route = {
  id: 'root.get',
  method: 'GET',
  path: '/',
  tag: 'Documentation',
  summary: 'The way to the dashboard',
  access: 'open',
  undocumented: true,
  answers: { 302: { description: 'To the dashboard.' } },
  handle: () => ({ status: 302, headers: { location: '/dashboard' }, body: '' }),
};
