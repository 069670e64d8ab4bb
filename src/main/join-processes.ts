import cluster from 'node:cluster';
import { Metrics } from '../http/server/metrics.ts';
import type { Notice, Order } from './process-messages.ts';

/** What a process has to do with the others on its port. */
export interface Siblings {
  /** Resolves with the number of processes in the one that shall say that all of them serve. */
  mayWelcome: Promise<number>;
  /** The metrics of all processes together. */
  readMetrics: Metrics['read'];
}

const tell = (notice: Notice) => void process.send?.(notice);

/** Undefined if this process serves alone. */
export function joinProcesses(metrics: Metrics): Siblings | undefined {
  if (!cluster.isWorker) return undefined;
  const welcome = Promise.withResolvers<number>();
  const waiting: ((text: ReturnType<Metrics['read']>) => void)[] = [];
  process.on('message', (order: Order) => {
    if (order.florin === 'welcome') welcome.resolve(order.processes);
    else if (order.florin === 'sum') for (const answer of waiting.splice(0)) answer(Metrics.sum(order.reports));
    else void metrics.report().then((report) => tell({ florin: 'reported', round: order.round, report }));
  });
  return {
    mayWelcome: welcome.promise,
    readMetrics: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        tell({ florin: 'collect' });
      }),
  };
}
