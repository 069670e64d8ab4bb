import { expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { changeSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';

it('getSettings returns the defaults with the name, then what was changed', async () => {
  const { ports, made } = await openShop();
  const { merchant, owner } = made;
  expect(await getSettings(ports, merchant)).toEqual({ ...DEFAULT_SETTINGS, name: 'shop' });
  await changeSettings(ports, { merchant, patch: { expires_in: 900 }, actor: owner.id });
  expect(await getSettings(ports, merchant)).toEqual({ ...DEFAULT_SETTINGS, name: 'shop', expiresInSeconds: 900 });
});
