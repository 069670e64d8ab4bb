import { once } from 'node:events';
import type { Config } from '../config.ts';
import { createMonitor } from '../http/operations/create-monitor.ts';
import { printLine } from '../system/print-line.ts';
import type { Parts } from './assemble.ts';
import { explainListen } from './explain-listen.ts';
import { inspectHealth } from './inspect-health.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Health checks and metrics of a process that serves no requests. */
export async function serveMonitoring(
  { host, port }: Pick<Config, 'host' | 'port'>,
  parts: Parts,
  metrics: ProcessMetrics,
): Promise<{ close(): Promise<void> }> {
  const server = createMonitor({ ...parts.ports, health: () => inspectHealth(parts), metrics: metrics.read });
  server.listen(port, host);
  await once(server, 'listening').catch(explainListen(host, port, 'FLORIN_METRICS_PORT'));
  printLine(`Metrics and health checks are at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
