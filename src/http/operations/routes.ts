import { getHealthz } from './get-healthz.ts';
import { getMetrics } from './get-metrics.ts';
import { getReadyz } from './get-readyz.ts';
import { getRoot } from './get-root.ts';

export const operationRoutes = [getHealthz, getReadyz, getMetrics, getRoot];
