import { expect, it } from 'vitest';
import { createHostResolver } from './host-resolver.ts';

function open(answers: (hostname: string) => Promise<readonly string[]>) {
  const asked: string[] = [];
  const clock = { nowMs: 1_000 };
  const query = (hostname: string) => {
    asked.push(hostname);
    return answers(hostname);
  };
  return { asked, clock, resolve: createHostResolver({ query, nowMs: () => clock.nowMs }) };
}

it('asks once for all that ask at the same time, and again after five seconds', async () => {
  let answer = ['192.0.2.1'];
  const { asked, clock, resolve } = open(async () => answer);
  expect(await Promise.all([resolve('a.example'), resolve('a.example')])).toEqual([['192.0.2.1'], ['192.0.2.1']]);
  expect(asked).toEqual(['a.example']);
  answer = ['192.0.2.2'];
  clock.nowMs += 4_999;
  expect(await resolve('a.example')).toEqual(['192.0.2.1']);
  clock.nowMs += 1;
  expect(await resolve('a.example')).toEqual(['192.0.2.2']);
  expect(asked).toHaveLength(2);
});

it('remembers failures as well', async () => {
  const { asked, clock, resolve } = open(() => Promise.reject(new Error('ENOTFOUND')));
  await expect(resolve('a.example')).rejects.toThrow('ENOTFOUND');
  await expect(resolve('a.example')).rejects.toThrow('ENOTFOUND');
  clock.nowMs += 5_000;
  await expect(resolve('a.example')).rejects.toThrow('ENOTFOUND');
  expect(asked).toHaveLength(2);
});

it('forgets the oldest of more than 1,000 names', async () => {
  const { asked, resolve } = open(async () => ['192.0.2.1']);
  for (let name = 0; name <= 1_000; name += 1) await resolve(`${name}.example`);
  await resolve('1.example');
  expect(asked).toHaveLength(1_001);
  await resolve('0.example');
  expect(asked).toHaveLength(1_002);
});

it('knows localhost without a name server', async () => {
  const resolve = createHostResolver();
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('shop.localhost')).toEqual(['127.0.0.1', '::1']);
});
