import { Problem } from '../../domain/errors.ts';
import { defineRoute } from '../server/route.ts';

export const getMetrics = defineRoute({
  id: 'metrics.get',
  method: 'GET',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Retrieve Prometheus metrics',
  description: 'Returns the metrics of this process, in the text format of Prometheus.',
  access: 'open',
  forMonitoring: true,
  answers: { 200: { description: 'Returns the metrics in the Prometheus text format.', contentType: 'text/plain' } },
}).handle(async (context) => {
  const { metricsPort = context.config.port, port } = context.config;
  if (metricsPort !== port) throw new Problem('not_found', 'Nothing was found at this path.');
  const { contentType, text } = await context.metrics();
  return { status: 200, headers: { 'content-type': contentType }, body: text };
});
