import type { Route } from '../server/route.ts';

export const getMetrics: Route = {
  id: 'metrics.get',
  method: 'GET',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Prometheus metrics',
  access: 'open',
  answers: { 200: { description: 'In Prometheus’ text format.', contentType: 'text/plain' } },
  async handle(context) {
    const { contentType, text } = await context.metrics();
    return { status: 200, headers: { 'content-type': contentType }, body: text };
  },
};
