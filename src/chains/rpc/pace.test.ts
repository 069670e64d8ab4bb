import { beforeEach, describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

let nowMs = 0;
const clock = { nowMs: () => nowMs };
const SOON_MS = 600_000;

beforeEach(() => {
  nowMs = 1_000_000;
});

const take = (pace: Pace) => pace.takeTurn(nowMs + SOON_MS) ?? expect.fail('no turn');

/** A pace after the node rejected one of so many calls within a second. */
function slowed(calls: number): Pace {
  const pace = new Pace(clock);
  const turns = Array.from({ length: calls }, () => take(pace));
  pace.slowDown(turns.at(-1) ?? expect.fail());
  return pace;
}

describe('the pace of a node', () => {
  it('has no limit before the node says so', () => {
    const pace = new Pace(clock);
    for (let calls = 0; calls < 1_000; calls += 1) expect(take(pace).waitMs).toBe(0);
    expect(pace.callsPerSecond).toBeUndefined();
  });

  it('begins with half of what the node was asked in the last second', () => {
    expect(slowed(20).callsPerSecond).toBe(10);
    expect(slowed(1_000).callsPerSecond).toBe(50);
    expect(slowed(1).callsPerSecond).toBe(5);
    const pace = new Pace(clock);
    for (let calls = 0; calls < 40; calls += 1) {
      take(pace);
      nowMs += 50;
    }
    pace.slowDown(take(pace));
    expect(pace.callsPerSecond, 'twenty a second, for two seconds').toBe(10);
  });

  it('is shared by calls that run at the same time', () => {
    const pace = slowed(20);
    nowMs += 1_000;
    expect(Array.from({ length: 5 }, () => take(pace).waitMs)).toEqual([0, 100, 200, 300, 400]);
    nowMs += 1_000;
    expect(take(pace).waitMs).toBe(0);
  });

  it('lets calls that were rejected go first, one after the other', () => {
    const pace = slowed(20);
    nowMs += 1_000;
    const [first] = Array.from({ length: 8 }, () => take(pace));
    pace.slowDown(first ?? expect.fail());
    const retry = () => pace.takeTurn(nowMs + SOON_MS, true)?.waitMs;
    expect([retry(), retry(), retry()]).toEqual([500, 700, 900]);
    expect(take(pace).waitMs, 'behind the eight before it, and the three that go first').toBe(1_100);
  });

  it('is halved once for calls that were rejected together, and not below five a second', () => {
    const pace = slowed(40);
    nowMs += 1_000;
    const together = Array.from({ length: 8 }, () => take(pace));
    for (const turn of together) pace.slowDown(turn);
    expect(pace.callsPerSecond).toBe(10);
    for (let limits = 0; limits < 10; limits += 1) {
      nowMs += 60_000 / 10;
      pace.slowDown(take(pace));
    }
    expect(pace.callsPerSecond).toBe(5);
  });

  it('grows by a tenth every ten seconds, and has no limit again in the end', () => {
    const pace = slowed(20);
    nowMs += 9_999;
    take(pace);
    expect(pace.callsPerSecond).toBe(10);
    nowMs += 1;
    take(pace);
    expect(pace.callsPerSecond).toBeCloseTo(11);
    nowMs += 20_000;
    take(pace);
    expect(pace.callsPerSecond).toBeCloseTo(13.31);
    nowMs += 200_000;
    take(pace);
    expect(pace.callsPerSecond).toBeUndefined();
  });

  it('rests longer after each limit in a row, up to a minute', () => {
    const pace = slowed(1);
    const rests: number[] = [];
    for (let limits = 0; limits < 10; limits += 1) {
      const turn = take(pace);
      rests.push(turn.waitMs);
      nowMs += turn.waitMs;
      pace.slowDown(turn);
    }
    expect(rests).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    nowMs += 60_000;
    take(pace);
    pace.noteAnswer();
    pace.slowDown(take(pace));
    expect(take(pace).waitMs).toBeLessThan(1_001);
  });

  it('rests for as long as the node asks, up to a minute', () => {
    const pace = new Pace(clock);
    pace.slowDown(take(pace), 7_000);
    expect(take(pace).waitMs).toBe(7_000);
    const patient = new Pace(clock);
    patient.slowDown(take(patient), 3_600_000);
    expect(take(patient).waitMs).toBe(60_000);
  });

  it('gives no turn that comes too late, and keeps it for others', () => {
    const pace = new Pace(clock);
    pace.slowDown(take(pace), 10_000);
    expect(pace.takeTurn(nowMs + 9_999)).toBeUndefined();
    expect(pace.takeTurn(nowMs + 10_000)).toMatchObject({ waitMs: 10_000 });
  });

  it('does not rest longer if the clock is set back', () => {
    const pace = new Pace(clock);
    pace.slowDown(take(pace), 60_000);
    nowMs -= 3_600_000;
    expect([take(pace).waitMs, take(pace).waitMs]).toEqual([0, 200]);
  });
});
