import type { MetricsReport } from '../http/server/metrics.ts';

/** From the parent to one of its processes. */
export type Order =
  | { florin: 'welcome'; processes: number }
  | { florin: 'report'; round: number }
  | { florin: 'sum'; reports: MetricsReport[] };

/** From a process to its parent. */
export type Notice = { florin: 'collect' } | { florin: 'reported'; round: number; report: MetricsReport };
