import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { saveView } from './save-view.ts';

async function setUp() {
  const { ports, tenant } = await openShop();
  const save = (name: string, query = 'status=expired') => saveView(ports, tenant.merchantId, { name, query });
  const list = async () =>
    (await ports.savedViews.list(tenant.merchantId)).map(({ name, query }) => `${name} ${query}`);
  return { save, list };
}

describe('saveView', () => {
  it('lists views by name, and replaces one of the same name in any case', async () => {
    const { save, list } = await setUp();
    const first = await save(' Straße ');
    await save('Bitcoin', 'asset=BTC');
    expect((await save('STRASSE', 'asset=SOL')).id).toBe(first.id);
    expect(await list()).toEqual(['Bitcoin asset=BTC', 'STRASSE asset=SOL']);
  });

  it('rejects a name without a visible character', async () => {
    const { save } = await setUp();
    await expect(save(' \u200b ')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('rejects one too many, and still replaces', async () => {
    const { save, list } = await setUp();
    for (let count = 0; count < LIMITS.savedViewsMax; count += 1) await save(`view ${count}`);
    await expect(save('late')).rejects.toMatchObject({ code: 'invalid_state' });
    await save('VIEW 0', 'asset=BTC');
    expect(await list()).toHaveLength(LIMITS.savedViewsMax);
  });
});
