import { type Endpoint, isReady } from './endpoint.ts';

/**
 * The nodes that a call may use, in order of preference. One that lags is the last resort. One that disagrees with the
 * others is not used, unless the same was found of every node.
 */
export function listUsable(endpoints: readonly Endpoint[], nowMs: number): Endpoint[] {
  const trusted = endpoints.every(isWrong) ? endpoints : endpoints.filter((endpoint) => !isWrong(endpoint));
  const ready = trusted.filter((endpoint) => isReady(endpoint, nowMs));
  return ready.toSorted((a, b) => Number(a.verdict?.isAvoided ?? false) - Number(b.verdict?.isAvoided ?? false));
}

const isWrong = ({ verdict }: Endpoint): boolean => verdict?.isAvoided === true && verdict.state === 'disagrees';
