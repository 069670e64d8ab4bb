import { describe, expect, it } from 'vitest';
import { TestClock } from '../../test/memory/clock.ts';
import { ChainError } from '../domain/networks/chain-error.ts';
import { FailureLog } from './failure-log.ts';

type Line = { level: 'error' | 'info'; title: string } & Record<string, unknown>;

function setUp() {
  const clock = new TestClock(1_790_000_000_000);
  const lines: Line[] = [];
  const write = (level: Line['level']) => (members: object, title: string) =>
    void lines.push({ level, title, ...members });
  const log = new FailureLog({ error: write('error'), info: write('info') }, clock, {
    worker: 'watch-chain',
    network: 'bitcoin',
  });
  /** Fails with every poll for a time. */
  const failFor = (seconds: number, error: unknown) => {
    for (let second = 0; second < seconds; second += 1) {
      log.failed(error);
      clock.advance(1_000);
    }
  };
  return { clock, lines, log, failFor };
}

const SEEN = 'network cannot be seen';
const wrongChain = () => new ChainError('distrusted', 'The node is on another chain.');
const database = () => new AggregateError([new Error('refused')], 'the work failed on some databases');

describe('FailureLog', () => {
  it('writes one line when a network fails, one a minute, and one when it is over, with its name and no stack', () => {
    const { lines, log, failFor } = setUp();
    failFor(150, wrongChain());
    log.succeeded();
    const line = { level: 'error', title: SEEN, worker: 'watch-chain', network: 'bitcoin' };
    const cause = { kind: 'distrusted', detail: 'The node is on another chain.' };
    expect(lines).toEqual([
      { ...line, ...cause, seconds: 0 },
      { ...line, ...cause, seconds: 60 },
      { ...line, ...cause, seconds: 120 },
      { ...line, level: 'info', title: 'network can be seen again', seconds: 150 },
    ]);
  });

  it('keeps the title and the cause of a database that fails, with the same rhythm', () => {
    const { lines, log, failFor } = setUp();
    const error = database();
    failFor(61, error);
    log.succeeded();
    expect(lines.map(({ title, seconds, err }) => [title, seconds, err])).toEqual([
      [error.message, 0, error],
      [error.message, 60, error],
      [`recovered: ${error.message}`, 61, undefined],
    ]);
  });

  it('writes no more lines when two failures alternate', () => {
    const { lines, failFor } = setUp();
    for (let turn = 0; turn < 30; turn += 1) {
      failFor(1, wrongChain());
      failFor(1, database());
    }
    expect(lines.map(({ title }) => title)).toEqual([SEEN, database().message]);
  });

  it('writes nothing while all goes well, and starts again with the next failure', () => {
    const { lines, log, failFor } = setUp();
    log.succeeded();
    expect(lines).toEqual([]);
    failFor(1, new Error('a bug'));
    log.succeeded();
    log.succeeded();
    failFor(1, new Error('a bug'));
    expect(lines.map(({ title }) => title)).toEqual(['worker failed', 'recovered: worker failed', 'worker failed']);
  });
});
