import { describe, expect, it } from 'vitest';
import { makePrivateKey } from '../keys/key.ts';
import { redactSecrets } from './redact-secrets.ts';

const KEY = makePrivateKey('live', new Uint8Array(32).fill(7));
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD/0c-3_x=';
const toHex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const escapeAll = (text: string, prefix: string) => Array.from(text, (character) => prefix + toHex(character)).join('');

describe('redactSecrets', () => {
  it.each([
    ['a key', KEY, 'fsk_redacted'],
    ['a key in a query', `/items?q=${KEY}&limit=1`, '/items?q=fsk_redacted&limit=1'],
    ['a key in JSON', `{"key":"${KEY}","a":1}`, '{"key":"fsk_redacted","a":1}'],
    ['two keys', `${KEY},${KEY}`, 'fsk_redacted,fsk_redacted'],
    ['the beginning of a key', KEY.slice(0, 20), 'fsk_redacted'],
    ['a webhook secret', `{"secret":"${SECRET}"}`, '{"secret":"whsec_redacted"}'],
    ['an escaped underscore', `/?q=${KEY.replaceAll('_', '%5f')}`, '/?q=fsk_redacted'],
    ['an escaped key', `/?q=${escapeAll(KEY, '%')}&a`, '/?q=fsk_redacted&a'],
    ['a key that is escaped twice', `/?q=${escapeAll(KEY, '%25')}`, '/?q=fsk_redacted'],
    ['a key escaped in JSON', `{"key":"${escapeAll(KEY, '\\u00')}"}`, '{"key":"fsk_redacted"}'],
  ])('removes %s', (_, text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it.each(['/fpk_test_3YBf0Xgy09FIQMK1U6qtiy/items?q=a%20b%2Fc', '{"name":"\\u0041da","note":"100 % \\u2026"}', ''])(
    'leaves %j as it is',
    (text) => {
      expect(redactSecrets(text)).toBe(text);
    },
  );
});
