import { EndpointFailure, RateLimited, type SendRequest } from './call-endpoint.ts';

/** What became of a call: an error of the node about what was asked is an answer too. */
export type OnNodeCall = (network: string, result: 'answered' | 'failed' | 'limited') => void;

/** Says of every call to a node of the network what became of it. */
export function observeCalls(network: string, send: SendRequest, onCall: OnNodeCall | undefined): SendRequest {
  if (!onCall) return send;
  return async (endpoint, request) => {
    try {
      const result = await send(endpoint, request);
      onCall(network, 'answered');
      return result;
    } catch (error) {
      if (error instanceof RateLimited) onCall(network, 'limited');
      else onCall(network, error instanceof EndpointFailure ? 'failed' : 'answered');
      throw error;
    }
  };
}
