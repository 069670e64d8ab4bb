import { once } from 'node:events';
import type { Config } from '../config.ts';
import { createMonitor, type MonitorPorts } from '../http/operations/create-monitor.ts';
import { printLine } from '../system/print-line.ts';
import { explainListen } from './explain-listen.ts';

/** Health checks and metrics on a port that serves nothing else. */
export async function serveMonitoring(
  { host, port }: Pick<Config, 'host' | 'port'>,
  ports: MonitorPorts,
): Promise<{ close(): Promise<void> }> {
  const server = createMonitor(ports);
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
