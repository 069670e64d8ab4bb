import { expect, it } from 'vitest';
import { makePng } from '../../../test/support/pictures.ts';
import { listSettingsErrors } from './list-settings-errors.ts';
import type { SettingsPatch } from './settings-patch.ts';

it.each<[string, SettingsPatch, string[]]>([
  ['nothing', {}, []],
  ['what is removed', { logo: null, support: null }, []],
  ['a picture', { logo: makePng().toString('base64') }, []],
  ['a logo that is no picture', { logo: 'bm90aGluZw==' }, ['#/logo']],
  ['an origin with a path', { allowed_origins: ['https://a.example', 'https://b.example/x'] }, ['#/allowed_origins/1']],
  ['a contact that is neither address nor URL', { support: 'help' }, ['#/support']],
  ['a tolerance of five percent', { tolerance_percent: '5' }, []],
  ['a tolerance above five percent', { tolerance_percent: '5.0001' }, ['#/tolerance_percent']],
  ['a negative amount', { tolerance_amount: -1 }, ['#/tolerance_amount']],
  ['five decimals', { tolerance_amount: '1.00001' }, ['#/tolerance_amount']],
  ['the prefix of credit notes', { invoice_prefix: 'cn-' }, ['#/invoice_prefix']],
])('listSettingsErrors finds what is wrong with %s', (_, patch, pointers) => {
  expect(listSettingsErrors(patch).map(({ pointer, code }) => ({ pointer, code }))).toEqual(
    pointers.map((pointer) => ({ pointer, code: 'invalid_value' })),
  );
});

it('listSettingsErrors does not read a logo twice', () => {
  const detail = 'Must be a picture.';
  expect(listSettingsErrors({ logo: 'x' }, 'a picture')).toEqual([
    { pointer: '#/logo', code: 'invalid_value', detail },
  ]);
});
