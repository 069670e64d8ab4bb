import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { findOwnKey } from './find-own-key.ts';

describe('findOwnKey', () => {
  it('finds a key of the merchant and mode', async () => {
    const { ports, tenant, made } = await openShop();
    expect(await findOwnKey(ports, tenant, made.key.id)).toEqual(made.key);
  });

  it('answers not_found for no id, another merchant’s key and a key of the other mode', async () => {
    const { ports, tenant, made } = await openShop();
    const other = await openShop({ ports, name: 'other' });
    for (const [whose, id] of [
      [tenant, undefined],
      [tenant, other.made.key.id],
      [{ ...tenant, livemode: true }, made.key.id],
    ] as const) {
      await expect(findOwnKey(ports, whose, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
