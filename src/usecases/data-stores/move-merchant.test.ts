import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { FakeMover } from '../../../test/memory/fake-mover.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMove } from '../../ports/merchant-moves.ts';
import { addDataStore } from './add-data-store.ts';
import { type MoveOrder, moveMerchant } from './move-merchant.ts';

async function setUp() {
  const { ports, tenant } = await openShop();
  const { id } = await addDataStore(ports, { url: 'postgres://db', name: 'Other', actor: 'cli' });
  const mover = new FakeMover();
  const { moves } = ports;
  const { merchantId } = tenant;
  const move = (to: MoveOrder['to']) =>
    moveMerchant({ ...ports, mover }, { merchantId, to, actor: 'cli', report: () => undefined });
  const find = async () => (await ports.merchants.find(merchantId))?.dataStoreId;
  return { ports, mover, moves, merchantId, id, move, find };
}

describe('moveMerchant', () => {
  it('copies, switches, cleans up, and records it', async () => {
    const { ports, mover, moves, merchantId, id, move, find } = await setUp();
    expect(await move(id)).toEqual({ to: id, moved: { rows: 7, heldMs: 20 } });
    expect(await find()).toBe(id);
    expect(mover.calls).toEqual(['transfer', 'cleanUp']);
    expect(await moves.list()).toEqual([]);
    expect(ports.audit.entries.at(-1)).toMatchObject({
      action: 'merchant.store_set',
      merchantId,
      details: { from: 'main', to: id },
    });
    expect(await move('main')).toMatchObject({ to: undefined });
    expect(await find()).toBeUndefined();
  });

  it('does nothing when the merchant is there already', async () => {
    const { mover, move } = await setUp();
    expect(await move('main')).toEqual({ to: undefined, moved: undefined });
    expect(mover.calls).toEqual([]);
  });

  it('leaves everything as it was when the copy fails', async () => {
    const { mover, moves, id, move, find } = await setUp();
    mover.failsBefore = 'leaving';
    await expect(move(id)).rejects.toThrow('cut off');
    expect(mover.calls).toEqual(['transfer', 'abandon']);
    expect(await moves.list()).toEqual([]);
    expect(await find()).toBeUndefined();
  });

  it('opens the old store again when the copy does not arrive', async () => {
    const { mover, moves, id, move, find } = await setUp();
    mover.failsBefore = 'arrival';
    await expect(move(id)).rejects.toThrow('cut off');
    expect(mover.calls).toEqual(['transfer', 'reopen']);
    expect(await moves.list()).toEqual([]);
    expect(await find()).toBeUndefined();
  });

  it('goes on when the copy has arrived and nobody knows', async () => {
    const { mover, moves, id, move, find } = await setUp();
    mover.failsBefore = 'switch';
    await expect(move(id)).rejects.toThrow('cut off');
    expect(mover.calls).toEqual(['transfer', 'cleanUp']);
    expect(await moves.list()).toEqual([]);
    expect(await find()).toBe(id);
  });

  it('starts over after a death before the switch, and finishes after one behind it', async () => {
    const { ports, mover, moves, merchantId, id, move, find } = await setUp();
    const dead: MerchantMove = { id: 'dead', merchantId, from: undefined, to: id, state: 'copying', startedAtMs: 0 };
    await moves.start(dead);
    await move(id);
    expect(mover.calls).toEqual(['abandon', 'transfer', 'cleanUp']);
    expect(await find()).toBe(id);
    await moves.start({ ...dead, from: id, to: undefined, state: 'switched' });
    await ports.merchants.setDataStore(merchantId, undefined, ports.audit.entries.at(-1) ?? expect.fail());
    await move('main');
    expect(mover.calls.slice(3)).toEqual(['cleanUp']);
    expect(await moves.list()).toEqual([]);
  });

  it('goes back from an unfinished move, and only from one', async () => {
    const { mover, moves, merchantId, id, move, find } = await setUp();
    await expect(move('back')).rejects.toBeInstanceOf(UserError);
    await moves.start({ id: 'dead', merchantId, from: undefined, to: id, state: 'copying', startedAtMs: 0 });
    expect(await move('back')).toEqual({ to: undefined, moved: undefined });
    expect(mover.calls).toEqual(['abandon']);
    expect(await find()).toBeUndefined();
  });

  it('keeps the old copy when the new one breaks a rule', async () => {
    const { mover, moves, id, move } = await setUp();
    mover.broken = ['every event belongs to an intent'];
    await expect(move(id)).rejects.toThrow('every event belongs to an intent');
    expect(mover.calls).toEqual(['transfer']);
    expect(await moves.list()).toMatchObject([{ state: 'switched' }]);
  });

  it('rejects an unknown merchant and an unknown store', async () => {
    const { ports, mover, moves, merchantId, move } = await setUp();
    const unknown = makeId('mer', 1, new Uint8Array(10));
    const order = { merchantId: unknown, to: 'main' as const, actor: 'cli', report: () => undefined };
    expect(await failureOf(ports, () => moveMerchant({ ...ports, mover }, order))).toBeInstanceOf(UserError);
    expect(await failureOf(ports, () => move(makeId('ds', 1, new Uint8Array(10))))).toBeInstanceOf(UserError);
    expect(await moves.find(merchantId)).toBeUndefined();
  });
});
