import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

it('the metrics of several processes are added, except what all read from one database', async () => {
  const processes = [new Metrics(), new Metrics(), new Metrics()];
  for (const [index, metrics] of processes.entries()) {
    for (let count = 0; count <= index; count += 1) metrics.observeRequest('/healthz', 200, 0.002);
    metrics.watchPools(() => ({ total: 4, idle: 3, waiting: 0 }));
    metrics.watchDeliveries(async () => 7);
    metrics.watchNetworks(async () => [{ network: 'simulated', state: 'distrusted', lagSeconds: 1 }]);
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
  expect(valueOf('florin_database_connections{state="total"}')).toBe('12');
  expect(valueOf('florin_webhook_deliveries_pending')).toBe('7');
  expect(valueOf('florin_network_distrusted{network="simulated"}')).toBe('1');
  expect(valueOf('florin_role_running{role="watcher"}')).toBe('1');
});
