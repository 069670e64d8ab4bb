import { expect, it } from 'vitest';
import type { NetworkView } from '../../usecases/networks/view-networks.ts';
import { Metrics } from './metrics.ts';

const DISTRUSTED: NetworkView = {
  network: 'simulated',
  state: 'distrusted',
  cause: undefined,
  sinceMs: undefined,
  newestBlock: undefined,
  lagSeconds: 1,
  nodes: [],
  detail: '',
};

it('the metrics of several processes are added, except memory, and what all read from one database', async () => {
  const processes = ['api,watcher', 'api', 'api'].map((roles) => new Metrics(roles.split(',')));
  for (const [index, metrics] of processes.entries()) {
    for (let count = 0; count <= index; count += 1) metrics.observeRequest('/healthz', 200, 0.002);
    metrics.watchPools(() => ({ control: { total: 4, idle: 3, waiting: 0 } }));
    metrics.watchQueues(async () => ({
      pending: 7,
      undispatchedSeconds: 0,
      dueSeconds: { healthy: 0, failing: 0 },
      mails: { waiting: 3, oldestSeconds: 60 },
    }));
    metrics.watchNetworks(async () => [DISTRUSTED]);
    metrics.watchRoles(async () => [{ role: 'watcher', isRunning: true }]);
  }
  const { text } = await Metrics.sum(await Promise.all(processes.map((metrics) => metrics.report())));
  const valueOf = (series: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1);
  expect(valueOf('florin_http_requests_total{route="/healthz",status="200"}')).toBe('6');
  expect(valueOf('florin_http_request_duration_seconds_count{route="/healthz"}')).toBe('6');
  expect(valueOf('florin_database_connections{pool="control",state="total"}')).toBe('12');
  expect(valueOf('florin_webhook_deliveries_pending')).toBe('7');
  expect(valueOf('florin_mails_waiting')).toBe('3');
  expect(valueOf('florin_mail_oldest_waiting_seconds')).toBe('60');
  expect(valueOf('florin_network_distrusted{network="simulated"}')).toBe('1');
  expect(valueOf('florin_role_running{role="watcher"}')).toBe('1');
  const memory = Number(valueOf('florin_process_resident_memory_bytes'));
  expect(memory).toBeGreaterThan(0);
  expect(memory).toBeLessThan(2 * process.memoryUsage.rss());
});
