import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import { importItems } from './import-items.ts';

const HEADER = 'item_id,name,unit_amount,currency';

async function setUp() {
  const { ports, store } = await openShop();
  const run = (csv: string) => importItems(ports, store, csv);
  const stored = async () =>
    (await store.items.list({ after: undefined, limit: 10_000 })).map(
      ({ itemId, name, unitAmount, currency }) => `${itemId} ${name} ${toJsonInteger(unitAmount)} ${currency}`,
    );
  return { ports, store, run, stored };
}

describe('importItems', () => {
  it('stores every line, with a byte-order mark and a header in another case', async () => {
    const { ports, store, run, stored } = await setUp();
    const csv = `\uFEFFItem_ID, NAME ,unit_amount,currency\r\nmug,"A ""big"" mug",1200,usd\r\ncup,Cup,0,EUR\r\n`;
    expect(await run(csv)).toEqual({ imported: 2, errors: [] });
    expect(await stored()).toEqual(['cup Cup 0 EUR', 'mug A "big" mug 1200 USD']);
    expect((await store.items.find(['cup']))[0]?.updatedAtMs).toBe(ports.clock.nowMs());
  });

  it('overwrites items that exist', async () => {
    const { run, stored } = await setUp();
    await run(`${HEADER}\nmug,Mug,1,USD`);
    await run(`${HEADER}\nmug,Cup,2,USD`);
    expect(await stored()).toEqual(['mug Cup 2 USD']);
  });

  it('reports each wrong line by its number and stores the others', async () => {
    const { run, stored } = await setUp();
    const lines = ['mug,Mug,1,USD', 'cup,Cup,1.5,USD', ',Nothing,1,USD', 'jar,Jar,1', 'mug,Again,2,USD', 'pot,Pot,3,$'];
    const report = await run([HEADER, ...lines].join('\n'));
    expect(report.imported).toBe(1);
    expect(report.errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(await stored()).toEqual(['mug Mug 1 USD']);
  });

  it('writes nothing when no line is right', async () => {
    const { ports, run } = await setUp();
    const before = ports.snapshot();
    expect(await run(HEADER)).toEqual({ imported: 0, errors: [] });
    expect(await run(`${HEADER}\nmug`)).toMatchObject({ imported: 0, errors: [{ line: 2 }] });
    expect(ports.snapshot()).toEqual(before);
  });

  it.each([
    ['empty text', ''],
    ['another header', 'id,name\nmug,Mug'],
    ['a header that is missing', 'mug,Mug,1,USD'],
    ['a header that cannot be read', `"item_id\nmug,Mug,1,USD`],
  ])('answers validation_failed for %s', async (_, csv) => {
    const { ports, run } = await setUp();
    expect(await failureOf(ports, () => run(csv))).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '#', code: 'invalid_csv' }],
    });
  });

  it('accepts as many lines as the limit, and not one more', async () => {
    const { ports, run } = await setUp();
    const lines = Array.from({ length: LIMITS.importLinesMax + 1 }, (_, place) => `item-${place},Item,1,USD`);
    expect(await failureOf(ports, () => run([HEADER, ...lines].join('\n')))).toMatchObject({
      code: 'validation_failed',
      errors: [{ code: 'invalid_csv' }],
    });
    expect((await run([HEADER, ...lines.slice(1)].join('\n'))).imported).toBe(LIMITS.importLinesMax);
  });
});
