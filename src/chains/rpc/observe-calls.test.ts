import { expect, it } from 'vitest';
import { callEndpoint, EndpointFailure, RateLimited, type RpcRequest } from './call-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { observeCalls } from './observe-calls.ts';
import { RpcError } from './rpc.ts';

const request = {} as RpcRequest;
const endpoint = {} as Endpoint;

it('tells a node that fails from one that limits calls, and from one that answers with an error', async () => {
  const seen: string[] = [];
  const outcomes = [new EndpointFailure('away'), new RateLimited('slow down'), new RpcError(-5, 'unknown block')];
  const send = observeCalls(
    'bitcoin',
    async () => {
      const next = outcomes.shift();
      if (next) throw next;
      return 'block';
    },
    (network, result) => seen.push(`${network} ${result}`),
  );
  await expect(send(endpoint, request)).rejects.toThrow('away');
  await expect(send(endpoint, request)).rejects.toThrow('slow down');
  await expect(send(endpoint, request)).rejects.toThrow('unknown block');
  expect(await send(endpoint, request)).toBe('block');
  expect(seen).toEqual(['bitcoin failed', 'bitcoin limited', 'bitcoin answered', 'bitcoin answered']);
});

it('adds nothing if nobody listens', () => {
  expect(observeCalls('bitcoin', callEndpoint, undefined)).toBe(callEndpoint);
});
