import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../domain/limits.ts';
import { PasswordQueue } from './password-queue.ts';

afterEach(() => vi.useRealTimers());

/** A queue for one password at a time, and what it did. */
function setUp(atOnce = 1) {
  const queue = new PasswordQueue(atOnce);
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, knownAs?: string) => {
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    queue.run(work, knownAs).catch(({ code, headers }: { code: string; headers: Record<string, string> }) => {
      refused.push(`${name} ${code} ${headers['retry-after']}`);
    });
  };
  const askMany = (count: number, name: string, knownAs?: string) => {
    for (let number = 0; number < count; number += 1) ask(`${name}${number}`, knownAs);
  };
  /** Lets what runs end, and the next one start. */
  const end = async (count = 1) => {
    for (let number = 0; number < count; number += 1) {
      ends.shift()?.();
      await settle();
    }
  };
  return { queue, started, refused, ask, askMany, end };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

const { passwordsWaitingMax, passwordsWaitingOfUserMax, passwordWaitMsMax } = LIMITS;

describe('the queue of passwords', () => {
  it('runs only so many at a time, and returns their results', async () => {
    const { started, askMany, end, queue } = setUp(2);
    askMany(4, 'a');
    expect(started).toEqual(['a0', 'a1']);
    await end();
    expect(started).toEqual(['a0', 'a1', 'a2']);
    await end(3);
    expect(await queue.run(async () => 'hash')).toBe('hash');
    await expect(queue.run(() => Promise.reject(new Error('no hash')))).rejects.toThrow('no hash');
    expect(await queue.run(async () => 'another')).toBe('another');
  });

  it('rejects at once when too many wait', async () => {
    const { refused, ask, askMany } = setUp();
    askMany(1 + passwordsWaitingMax, 'a');
    await settle();
    expect(refused).toEqual([]);
    ask('late');
    await settle();
    expect(refused).toEqual(['late unavailable 2']);
  });

  it('never starts one whose client has given up', async () => {
    vi.useFakeTimers();
    const { started, refused, ask, askMany, end } = setUp();
    ask('running');
    askMany(passwordsWaitingMax - 1, 'old');
    vi.advanceTimersByTime(1);
    ask('in time');
    vi.advanceTimersByTime(passwordWaitMsMax - 1);
    await end();
    expect(started).toEqual(['running', 'in time']);
    expect(refused).toHaveLength(passwordsWaitingMax - 1);
  });

  it('makes room for new ones when old ones have given up', async () => {
    vi.useFakeTimers();
    const { refused, ask, askMany } = setUp();
    askMany(1 + passwordsWaitingMax, 'old');
    vi.advanceTimersByTime(passwordWaitMsMax);
    ask('new');
    await settle();
    expect(refused).toHaveLength(passwordsWaitingMax);
    expect(refused).not.toContain('new unavailable 2');
  });
});

describe('a known user', () => {
  it('goes before strangers, and takes the place of the last one', async () => {
    const { started, refused, ask, askMany, end } = setUp();
    askMany(1 + passwordsWaitingMax, 'stranger');
    ask('owner', 'usr_owner');
    await end();
    expect(started).toEqual(['stranger0', 'owner']);
    expect(refused).toEqual([`stranger${passwordsWaitingMax} unavailable 2`]);
  });

  it('who asks often does not keep other users waiting', async () => {
    const { started, ask, askMany, end } = setUp();
    askMany(1 + passwordsWaitingMax, 'flood', 'usr_other');
    ask('owner', 'usr_owner');
    await end(1 + passwordsWaitingOfUserMax);
    expect(started.at(-1)).toBe('owner');
  });

  it('is rejected when as many other users wait', async () => {
    const { refused, ask } = setUp();
    for (let number = 0; number <= passwordsWaitingMax; number += 1) ask(`a${number}`, `usr_${number}`);
    ask('late', 'usr_late');
    await settle();
    expect(refused).toEqual(['late unavailable 2']);
  });
});
