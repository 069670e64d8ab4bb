import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

describe('parseJson', () => {
  it.each([
    ['[9007199254740991,9007199254740992]', [9_007_199_254_740_991, 9_007_199_254_740_992n]],
    ['{"lamports": 18446744073709551615}', { lamports: 18_446_744_073_709_551_615n }],
    ['[-9007199254740993]', [-9_007_199_254_740_993n]],
    [
      '{"text":"9007199254740993","list":[1,\n 9007199254740993]}',
      { text: '9007199254740993', list: [1, 9_007_199_254_740_993n] },
    ],
    ['[1234567890123456.5,1e300,1234567890123456]', [1_234_567_890_123_456.5, 1e300, 1_234_567_890_123_456]],
    ['["a:1234567890123456789",null,true,{}]', ['a:1234567890123456789', null, true, {}]],
  ])('reads %s exactly', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('rejects what is not JSON', () => {
    expect(() => parseJson('[9007199254740993')).toThrow(SyntaxError);
    expect(() => parseJson('')).toThrow(SyntaxError);
  });
});
