import type { NodeState } from '../../domain/networks/node-state.ts';
import type { Endpoint } from './endpoint.ts';

/** What an operator should know of a node first. */
export function describeEndpoint({ name, failures, reason, verdict, pace, limit }: Endpoint): NodeState {
  if (failures > 0) return { name, state: 'failing', reason };
  if (verdict) return { name, state: verdict.state, reason: verdict.reason };
  const { callsPerSecond } = pace;
  if (callsPerSecond === undefined) return { name, state: 'ok', reason: undefined };
  return { name, state: 'slowed', reason: limit, callsPerSecond: Math.round(callsPerSecond * 10) / 10 };
}
