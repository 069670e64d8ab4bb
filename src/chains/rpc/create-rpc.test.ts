import { beforeEach, describe, expect, it } from 'vitest';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { UserError } from '../../domain/user-error.ts';
import { createRpc } from './create-rpc.ts';
import { RpcError } from './rpc.ts';
import { answer, type Behavior, deadUrl, fail, failureOf, send, startNode } from './start-node.test-fixture.ts';

let nowMs = 0;
const clock = { nowMs: () => nowMs };
/** The middle of the jitter range, so delays differ from the nominal value by at most 0.1%. */
const random = { bytes: (count: number) => new Uint8Array(count).fill(127) };
const rpcOf = (urls: string[], options: { timeoutMs?: number; responseBytesMax?: number } = {}) =>
  createRpc({ urls, clock, random, ...options });

beforeEach(() => {
  nowMs = 1_000_000;
});

describe('a call', () => {
  it('sends the method and parameters and returns the result', async () => {
    const node = await startNode(answer({ height: 7 }));
    await expect(rpcOf([node.url]).call('getblock', ['ab', 2])).resolves.toEqual({ height: 7 });
    expect(node.calls[0]).toMatchObject({ jsonrpc: '2.0', method: 'getblock', params: ['ab', 2] });
  });

  it('accepts a null result, and a null error in the JSON-RPC 1.0 style', async () => {
    const node = await startNode(({ id }, response) => response.end(JSON.stringify({ result: null, error: null, id })));
    await expect(rpcOf([node.url]).call('ping')).resolves.toBeNull();
  });

  it('sends the user and password as a header and never reveals them', async () => {
    const seen: (string | undefined)[] = [];
    const node = await startNode((call, response, request) => {
      seen.push(request.headers.authorization);
      send('no', 401)(call, response, request);
    });
    const rpc = rpcOf([`http://florin:s%3Acret@${node.host}/wallet/key123`]);
    const fault = await failureOf(rpc.call('uptime'));
    expect(seen).toEqual([`Basic ${Buffer.from('florin:s:cret').toString('base64')}`]);
    expect(fault).toBeInstanceOf(ChainError);
    expect(fault.message).toContain('rejected the user name, password or key (HTTP 401)');
    expect(`${fault.message}${fault.stack}${JSON.stringify(fault)}`).not.toMatch(/cret|key123|florin:/);
    expect(fault.cause).toBeUndefined();
  });

  it('never reveals a key that the node repeats', async () => {
    const node = await startNode(fail(-32_000, 'key3456789 is unknown, see http://node.example/key3456789'));
    const fault = await failureOf(rpcOf([`${node.url}v2/key3456789`]).call('uptime'));
    expect(fault).toMatchObject({ code: -32_000, message: '… is unknown, see …' });
  });

  it('accepts an unescaped percent sign in the password', async () => {
    const seen: (string | undefined)[] = [];
    const node = await startNode((call, response, request) => {
      seen.push(request.headers.authorization);
      answer('ok')(call, response, request);
    });
    await rpcOf([`http://florin:50%off@${node.host}/`]).call('uptime');
    expect(seen).toEqual([`Basic ${Buffer.from('florin:50%off').toString('base64')}`]);
  });

  it('does not follow redirects', async () => {
    const other = await startNode(answer('stolen'));
    const node = await startNode((_, response) => response.writeHead(307, { location: other.url }).end());
    expect(await failureOf(rpcOf([node.url]).call('uptime'))).toMatchObject({ kind: 'away' });
    expect(other.calls).toEqual([]);
  });
});

describe('a node URL', () => {
  it.each(['nonsense:secret@', 'ftp://florin:secret@host/'])(
    'is rejected if it is invalid, and not repeated in the error: %s',
    (url) => {
      expect(() => rpcOf([url])).toThrow(UserError);
      expect(() => rpcOf([url])).not.toThrow(/secret/);
    },
  );

  it('is required', () => {
    expect(() => rpcOf([])).toThrow(UserError);
  });
});

describe('a node that returns an error', () => {
  it('is trusted: no other node is called, and the node stays in use', async () => {
    const first = await startNode(fail(-5, 'No such transaction'));
    const second = await startNode(answer('from the second'));
    const rpc = rpcOf([first.url, second.url]);
    const error = await failureOf(rpc.call('getrawtransaction'));
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -5, message: 'No such transaction' });
    await failureOf(rpc.call('getrawtransaction'));
    expect(first.calls.length).toBe(2);
    expect(second.calls).toEqual([]);
  });

  it('is skipped while it starts up', async () => {
    const first = await startNode(fail(-28, 'Loading block index…'));
    const second = await startNode(answer('from the second'));
    await expect(rpcOf([first.url, second.url]).call('getblockcount')).resolves.toBe('from the second');
  });
});

describe('an unusable node', () => {
  const cases: [string, Behavior, RegExp, calls?: number][] = [
    ['garbage', send('<html>busy</html>', 503), /did not return JSON-RPC \(HTTP 503\)/],
    ['a rejected key', fail(-32_600, 'Must be authenticated!', 401), /user name, password or key \(HTTP 401\)/],
    ['JSON that is not JSON-RPC', send('[1, 2]'), /did not return JSON-RPC/],
    ['a truncated response', send('{"result": {"hei'), /did not return JSON-RPC/],
    ['an error without a code', send('{"error": "no", "id": 1}'), /has no code/],
    ['the response to another request', send('{"result": 1, "id": 999}'), /another request/],
    ['a huge response', answer('x'.repeat(2_000)), /more than 1000 bytes/],
    ['a timeout', () => undefined, /did not respond within 1 s/],
    [
      'a timeout in the middle of the response',
      (_, response) => {
        response.write('{"result":');
      },
      /did not respond within 1 s/,
    ],
    // It may have been idle, so the request is sent once more.
    ['a closed connection', (_, response) => response.destroy(), /could not be reached/, 2],
  ];

  it.each(cases)('is skipped: %s', async (_, behave, reason, calls = 1) => {
    const [first, second] = [await startNode(behave), await startNode(answer('from the second'))];
    const alone = await startNode(behave);
    // Long enough for the second node to respond on a busy machine.
    const options = { timeoutMs: 1_000, responseBytesMax: 1_000 };
    const [response, fault] = await Promise.all([
      rpcOf([first.url, second.url], options).call('getblock'),
      failureOf(rpcOf([alone.url], options).call('getblock')),
    ]);
    expect(response).toBe('from the second');
    expect(first.calls.length).toBe(calls);
    expect(fault).toMatchObject({ name: 'ChainError', kind: 'away' });
    expect(fault.message).toMatch(reason);
    expect(fault.message).toContain(alone.host);
  });

  it('is skipped while it answers every call with an error', async () => {
    const [first, second] = [await startNode(fail(-32_001, 'quota', 200)), await startNode(answer('second'))];
    const rpc = rpcOf([first.url, second.url]);
    await expect(rpc.call('eth_getLogs')).rejects.toBeInstanceOf(RpcError);
    await expect(rpc.call('eth_chainId')).resolves.toBe('second');
    nowMs += 2_000;
    await expect(rpc.call('eth_getLogs')).resolves.toBe('second');
    expect(rpc.state()).toMatchObject([{ state: 'failing', reason: 'returned an error: quota' }, { state: 'ok' }]);
    await expect(rpcOf([first.url]).call('eth_chainId')).rejects.toBeInstanceOf(RpcError);
  });

  it.each(['debug_traceTransaction', 'eth_getBlockReceipts'])(
    'is not skipped because somebody made a response to %s too large',
    async (large) => {
      const node = await startNode(({ id, method }, response) => {
        response.end(JSON.stringify({ id, result: method === large ? 'x'.repeat(2_000) : 'block' }));
      });
      const rpc = rpcOf([node.url], { responseBytesMax: 1_000 });
      await expect(rpc.call(large)).rejects.toMatchObject({ name: 'RpcError', code: -32_000 });
      await expect(rpc.call('eth_getBlockByNumber')).resolves.toBe('block');
      expect(rpc.state()).toMatchObject([{ state: 'ok' }]);
    },
  );

  it('is skipped if no server is listening', async () => {
    const [dead, second] = [await deadUrl(), await startNode(answer('from the second'))];
    await expect(rpcOf([dead, second.url]).call('getblock')).resolves.toBe('from the second');
    expect((await failureOf(rpcOf([dead]).call('getblock'))).message).toMatch(/ECONNREFUSED/);
  });

  it('causes at most one retry per call', async () => {
    const nodes = [await startNode(send('no')), await startNode(send('no')), await startNode(answer('third'))];
    const rpc = rpcOf(nodes.map(({ url }) => url));
    await failureOf(rpc.call('getblock'));
    expect(nodes.map(({ calls }) => calls.length)).toEqual([1, 1, 0]);
    await expect(rpc.call('getblock')).resolves.toBe('third');
  });
});

describe('the connection', () => {
  it('changes when another node responds, and when a node responds again after a failure', async () => {
    const [first, second] = [await startNode(answer('first')), await startNode(answer('second'))];
    const rpc = rpcOf([first.url, second.url]);
    const callAndRead = async () => [await rpc.call('getblock'), rpc.connection];
    expect(await callAndRead()).toEqual(['first', 0]);
    expect(await callAndRead()).toEqual(['first', 0]);
    first.behave = send('no');
    expect(await callAndRead()).toEqual(['second', 1]);
    expect(await callAndRead()).toEqual(['second', 1]);
    first.behave = answer('first');
    nowMs += 1_300;
    expect(await callAndRead()).toEqual(['first', 2]);
    const alone = rpcOf([first.url]);
    await alone.call('getblock');
    first.behave = send('no');
    await failureOf(alone.call('getblock'));
    first.behave = fail(-5, 'No such transaction');
    nowMs += 1_300;
    await failureOf(alone.call('getblock'));
    expect(alone.connection).toBe(1);
  });
});

/** How long a call waits for a node that never responds, at first and after its back-off. */
async function waits(urls: string[]): Promise<(string | undefined)[]> {
  const rpc = rpcOf(urls, { timeoutMs: 150 });
  const first = await failureOf(rpc.call('getblock'));
  nowMs += 1_300;
  return [first, await failureOf(rpc.call('getblock'))].map(({ message }) => /within [\d.]+ s/.exec(message)?.[0]);
}

describe('back-off', () => {
  it('doubles from one second to sixty, and ends with the first response', async () => {
    const node = await startNode(send('no'));
    const rpc = rpcOf([node.url]);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const asked = node.calls.length;
      const { message } = await failureOf(rpc.call('getblock'));
      expect(message).toMatch(/^No node responds: \S+ did not return JSON-RPC/);
      expect(node.calls.length).toBe(asked + 1);
      nowMs += seconds * 1_000 * 0.99;
      // A merchant reads it, so it does not change between two attempts.
      expect((await failureOf(rpc.call('getblockhash'))).message).toBe(message);
      expect(node.calls.length).toBe(asked + 1);
      nowMs += seconds * 1_000 * 0.02;
    }
    node.behave = answer('back');
    await expect(rpc.call('getblock')).resolves.toBe('back');
    node.behave = send('no');
    await failureOf(rpc.call('getblock'));
    nowMs += 1_010;
    node.behave = answer('back again');
    await expect(rpc.call('getblock')).resolves.toBe('back again');
  });

  it('does not last longer if the clock is set back', async () => {
    const node = await startNode(send('no'));
    const rpc = rpcOf([node.url]);
    await failureOf(rpc.call('getblock'));
    nowMs -= 3_600_000;
    node.behave = answer('back');
    await expect(rpc.call('getblock')).resolves.toBe('back');
  });

  it('returns to the first node when it is over', async () => {
    const [first, second] = [await startNode(send('no')), await startNode(answer('second'))];
    const rpc = rpcOf([first.url, second.url]);
    await expect(rpc.call('getblock')).resolves.toBe('second');
    first.behave = answer('first');
    await expect(rpc.call('getblock')).resolves.toBe('second');
    nowMs += 1_010;
    await expect(rpc.call('getblock')).resolves.toBe('first');
  });

  it('shortens the timeout if there is another node', async () => {
    const [hanging, other] = [await startNode(() => undefined), await startNode(send('no'))];
    expect(await waits([hanging.url, other.url])).toEqual(['within 0.15 s', 'within 0.015 s']);
    expect(await waits([hanging.url])).toEqual(['within 0.15 s', 'within 0.15 s']);
  });

  it('counts calls that fail together as one failure', async () => {
    const node = await startNode(send('no'));
    const rpc = rpcOf([node.url]);
    await Promise.all([1, 2, 3, 4].map(() => failureOf(rpc.call('getblock'))));
    nowMs += 1_010;
    node.behave = answer('back');
    await expect(rpc.call('getblock')).resolves.toBe('back');
  });

  it('has a random jitter of at most 20%', async () => {
    const node = await startNode(send('no'));
    for (const [chance, waitMs] of [
      [0, 800],
      [255, 1_200],
    ] as const) {
      const rpc = createRpc({ urls: [node.url], clock, random: { bytes: () => Uint8Array.of(chance) } });
      await failureOf(rpc.call('getblock'));
      const asked = node.calls.length;
      nowMs += waitMs - 1;
      await failureOf(rpc.call('getblock'));
      expect(node.calls.length).toBe(asked);
      nowMs += 1;
      await failureOf(rpc.call('getblock'));
      expect(node.calls.length).toBe(asked + 1);
    }
  });
});
