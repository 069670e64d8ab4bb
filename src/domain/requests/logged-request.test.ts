import { expect, it } from 'vitest';
import { parseRequestId } from './logged-request.ts';

it('parseRequestId accepts the IDs that the server makes and nothing else', () => {
  expect(parseRequestId('req_0123456789abcdef01234567')).toBe('req_0123456789abcdef01234567');
  for (const text of ['', 'req_', 'req_0123456789abcdef0123456', 'req_0123456789ABCDEF01234567', 'pi_0123']) {
    expect(parseRequestId(text)).toBeUndefined();
  }
});
