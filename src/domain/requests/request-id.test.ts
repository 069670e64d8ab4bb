import { describe, expect, it } from 'vitest';
import { makeRequestId, parseRequestId, requestTimeMs } from './request-id.ts';

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30, 0, 123);

describe('a request ID', () => {
  it('has the time of arrival, the process and a counter', () => {
    const id = makeRequestId(NOW_MS, 'abcdef', 5);
    expect(id).toBe('req_019a8be8a13babcdef000005'.replace('019a8be8a13b', NOW_MS.toString(16).padStart(12, '0')));
    expect(parseRequestId(id)).toBe(id);
    expect(requestTimeMs(id)).toBe(NOW_MS);
  });

  it('sorts by time, then by the counter, which starts again after its last digit', () => {
    const ids = [
      makeRequestId(NOW_MS - 1, 'abcdef', 9),
      makeRequestId(NOW_MS, 'abcdef', 2 ** 24),
      makeRequestId(NOW_MS, 'abcdef', 1),
      makeRequestId(NOW_MS + 1, '000000', 0),
    ];
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map((id) => id.length))).toEqual(new Set([28]));
  });

  it('is nothing else', () => {
    for (const text of ['', 'req_', 'req_0123456789abcdef0123456', 'req_0123456789ABCDEF01234567', 'pi_0123']) {
      expect(parseRequestId(text)).toBeUndefined();
    }
  });
});
