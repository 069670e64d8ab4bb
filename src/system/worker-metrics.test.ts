import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ChainError } from '../domain/networks/chain-error.ts';
import { WorkerMetrics } from './worker-metrics.ts';

const fail = (error: unknown) => async () => {
  throw error;
};

it('counts and times rounds and scans by their results, and leaves out those that did nothing', async () => {
  const registry = new Registry();
  const metrics = new WorkerMetrics(registry);
  expect(await metrics.timeRounds('expire', async () => 7)()).toBe(7);
  expect(await metrics.timeRounds('expire', async () => false)()).toBe(false);
  await expect(metrics.timeRounds('expire', fail(new Error('no')))()).rejects.toThrow('no');
  const unreadable = new AggregateError([new ChainError('away', 'one wallet')], 'some wallets');
  for (const error of [new ChainError('away', 'a'), new ChainError('distrusted', 'b'), unreadable, new Error('c')])
    await expect(metrics.timeScans('bitcoin', fail(error))()).rejects.toBe(error);
  await metrics.timeScans('bitcoin', async () => true)();
  metrics.observeNodeCall('bitcoin', 'limited');
  const lines = (await registry.metrics()).split('\n').filter((line) => /_total{|_count{/.test(line));
  expect(lines).toEqual([
    'florin_worker_rounds_total{worker="expire",result="ok"} 1',
    'florin_worker_rounds_total{worker="expire",result="failed"} 1',
    'florin_worker_round_seconds_count{worker="expire"} 2',
    'florin_network_scans_total{network="bitcoin",result="away"} 1',
    'florin_network_scans_total{network="bitcoin",result="distrusted"} 1',
    'florin_network_scans_total{network="bitcoin",result="unreadable"} 1',
    'florin_network_scans_total{network="bitcoin",result="failed"} 1',
    'florin_network_scans_total{network="bitcoin",result="ok"} 1',
    'florin_network_scan_seconds_count{network="bitcoin"} 5',
    'florin_network_node_calls_total{network="bitcoin",result="limited"} 1',
  ]);
});
