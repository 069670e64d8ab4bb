import { beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createRpc } from './create-rpc.ts';
import { RpcError } from './rpc.ts';
import { answer, type Behavior, fail, failureOf, send, startNode } from './start-node.test-fixture.ts';

let nowMs = 0;
let sleeps: number[] = [];
const random = { bytes: (count: number) => new Uint8Array(count).fill(127) };

/** Time passes only while a call waits. */
const rpcOf = (urls: string[]) =>
  createRpc({
    urls,
    clock: { nowMs: () => nowMs },
    random,
    limitCodes: [-32_005, -32_016],
    async sleep(ms) {
      sleeps.push(ms);
      nowMs += ms;
    },
  });

const limited: Behavior = send('Too many requests', 429);

const askToWait =
  (seconds: number): Behavior =>
  (_, response) =>
    response.writeHead(429, { 'retry-after': String(seconds) }).end();

/** Limits the rate by turns: what is sent first, and then the last one from then on. */
function inTurn(...behaviors: [Behavior, ...Behavior[]]): Behavior {
  let asked = 0;
  return (...call) => {
    (behaviors[asked] ?? behaviors.at(-1) ?? limited)(...call);
    asked += 1;
  };
}

/** A node that allows so many calls in each second. */
function allowing(perSecond: number): Behavior {
  let second = 0;
  let used = 0;
  return (...call) => {
    if (Math.floor(nowMs / 1_000) !== second) [second, used] = [Math.floor(nowMs / 1_000), 0];
    used += 1;
    (used > perSecond ? limited : answer(used))(...call);
  };
}

beforeEach(() => {
  nowMs = 1_000_000;
  sleeps = [];
});

describe('a node that limits the rate', () => {
  it.each<[string, Behavior]>([
    ['HTTP 429', limited],
    ['HTTP 429 with an error', fail(429, 'Too many requests for a specific RPC call', 429)],
    ['-32005', fail(-32_005, 'project ID request rate exceeded', 200)],
    ['-32016', fail(-32_016, 'over rate', 200)],
    ['its words', fail(-32_000, 'daily request count exceeded, request rate limited', 200)],
    ['other words', fail(-32_090, 'Too many requests, retry in 10s', 200)],
    ['still other words', fail(-32_000, 'limit exceeded', 200)],
  ])('is asked again later, and has not failed: %s', async (_, behave) => {
    const [first, second] = [await startNode(inTurn(behave, answer('in the end'))), await startNode(answer('second'))];
    const rpc = rpcOf([first.url, second.url]);
    await expect(rpc.call('getblock')).resolves.toBe('in the end');
    expect(sleeps).toEqual([250]);
    expect(second.calls).toEqual([]);
    expect(rpc.connection).toBe(0);
    expect(rpc.state()).toMatchObject([{ state: 'slowed', callsPerSecond: 5 }, { state: 'ok' }]);
    expect(rpc.state()[0]?.reason).toContain('limits the rate of calls');
  });

  it.each([
    [-32_005, 'query returned more than 10000 results'],
    [-32_600, 'You can make eth_getLogs requests with up to a 10 block range'],
    [-32_000, 'block range limit exceeded'],
    [-32_602, 'exceed maximum block range: 50000'],
    [-32_008, 'Response size is larger than 150MB limit'],
  ])('is told apart from one that finds a request too large: %i %s', async (code, message) => {
    const node = await startNode(fail(code, message, 200));
    const rpc = rpcOf([node.url]);
    expect(await failureOf(rpc.call('eth_getLogs'))).toMatchObject({ code, message });
    expect(await failureOf(rpc.call('eth_getLogs'))).toBeInstanceOf(RpcError);
    expect([node.calls.length, rpc.state()[0]?.state]).toEqual([2, 'ok']);
  });

  it.each([
    [3, 'execution reverted: rate limit exceeded'],
    [-32_000, 'Execution reverted: Too many requests'],
    [-32_603, "VM Exception while processing transaction: reason string 'limit exceeded'"],
  ])('is told apart from one that quotes a contract: %i %s', async (code, message) => {
    const node = await startNode(fail(code, message, 200));
    const rpc = rpcOf([node.url]);
    expect(await failureOf(rpc.call('eth_call'))).toMatchObject({ code, message });
    expect([node.calls.length, sleeps, rpc.state()[0]?.state]).toEqual([1, [], 'ok']);
  });

  it('gets the pause that it asks for', async () => {
    const node = await startNode(inTurn(askToWait(7), answer('ok')));
    await rpcOf([node.url]).call('getblock');
    expect(sleeps).toEqual([7_000]);
  });

  it('is left for the next node if a call would wait longer than its timeout, and stays with that one', async () => {
    const [first, second] = [await startNode(askToWait(3_600)), await startNode(answer('second'))];
    const rpc = rpcOf([first.url, second.url]);
    for (let calls = 0; calls < 5; calls += 1) await expect(rpc.call('getblock')).resolves.toBe('second');
    expect([first.calls.length, second.calls.length, sleeps]).toEqual([1, 5, []]);
    expect(rpc.state()).toMatchObject([{ state: 'slowed' }, { state: 'ok' }]);
    first.behave = answer('first');
    nowMs += 60_000;
    await expect(rpc.call('getblock')).resolves.toBe('first');
  });

  it('ends a call after three timeouts if there is no other node', async () => {
    const node = await startNode(limited);
    const rpc = rpcOf([node.url]);
    const startMs = nowMs;
    expect(await failureOf(rpc.call('getblock'))).toMatchObject({ kind: 'away' });
    expect(nowMs - startMs).toBeLessThanOrEqual(30_000);
    const error = await failureOf(rpc.call('getblock'));
    expect(error.message).toMatch(/^No node responds: \S+ limits the rate of calls \(HTTP 429\)\.$/);
    expect(nowMs - startMs).toBeLessThanOrEqual(60_000);
    node.behave = answer('back');
    nowMs += 60_000;
    await expect(rpc.call('getblock')).resolves.toBe('back');
  });

  it('is read at the rate that it allows: 200 calls to a node with 5 a second', async () => {
    const node = await startNode(allowing(5));
    const rpc = rpcOf([node.url]);
    const startMs = nowMs;
    for (let calls = 0; calls < 200; calls += 1) await rpc.call('getblock');
    // 40 s would be perfect. Looking for the limit again costs some calls.
    expect((nowMs - startMs) / 1_000).toBeLessThan(60);
    expect(node.calls.length).toBeLessThan(240);
    expect(rpc.state()).toMatchObject([{ state: 'slowed' }]);
  });

  it('is read to the end if it rejects every other call', async () => {
    let asked = 0;
    const node = await startNode((...call) => {
      asked += 1;
      (asked % 2 === 1 ? limited : answer(asked / 2))(...call);
    });
    const rpc = rpcOf([node.url]);
    const startMs = nowMs;
    for (let calls = 1; calls <= 50; calls += 1) await expect(rpc.call('getblock')).resolves.toBe(calls);
    expect((nowMs - startMs) / 1_000, 'a pause of 250 ms and two calls, at five a second').toBeLessThanOrEqual(35);
  });

  it('keeps nobody waiting when the process stops', async () => {
    const node = await startNode(askToWait(20));
    const stop = new AbortController();
    const rpc = createRpc({ urls: [node.url], clock: { nowMs: () => nowMs }, random, stopping: stop.signal });
    const waiting = expect(rpc.call('getblock')).rejects.toMatchObject({ name: 'AbortError' });
    await waitUntil('the call waits', async () => rpc.state()[0]?.state === 'slowed');
    stop.abort();
    await waiting;
    await expect(rpc.call('getblock')).rejects.toMatchObject({ name: 'AbortError' });
    expect(node.calls).toHaveLength(1);
  });

  it('keeps a name apart from another account at the same provider', async () => {
    const node = await startNode(answer('ok'));
    const names = rpcOf([`${node.url}key-one`, `${node.url}key-two`])
      .state()
      .map(({ name }) => name);
    expect(names).toEqual([node.host, `${node.host} (2)`]);
  });
});
