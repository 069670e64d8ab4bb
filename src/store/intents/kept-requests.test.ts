import { describe, expect, it } from 'vitest';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { KeptRequests } from './kept-requests.ts';

const requestOf = (requestBody: string) => ({ requestBody, request: {} as IntentRequest });

describe('KeptRequests', () => {
  it('forgets the oldest when they take too much memory', () => {
    const kept = new KeptRequests(4_000);
    for (const id of ['a', 'b', 'c']) kept.keep(id, requestOf('x'.repeat(400)));
    expect(['a', 'b', 'c'].map((id) => kept.get(id) !== undefined)).toEqual([false, true, true]);
    kept.keep('d', requestOf('x'.repeat(1_001)));
    expect(['b', 'c', 'd'].map((id) => kept.get(id))).toEqual([undefined, undefined, undefined]);
    kept.keep('e', requestOf('x'.repeat(1_000)));
    expect(kept.get('e')).toMatchObject({ requestBody: 'x'.repeat(1_000) });
  });

  it('counts a request once, however often it is read', () => {
    const kept = new KeptRequests(4_000);
    for (let times = 0; times < 10; times += 1) kept.keep('a', requestOf('x'.repeat(500)));
    kept.keep('b', requestOf('x'.repeat(500)));
    expect(kept.get('a')).toBeDefined();
    expect(kept.get('b')).toBeDefined();
  });
});
