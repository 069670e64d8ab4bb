import { describe, expect, it } from 'vitest';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { makeId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { dispatchEvents } from '../events/dispatch-events.ts';
import { gatherNotices } from './gather-notices.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, tenant } = shop;
  const events = ports.stores.main.eventDispatch;
  const mailbox = openMailbox(ports);
  const disable = async (name: string, more: Partial<typeof tenant> = {}) => {
    const id = makeId('evt', ports.clock.nowMs(), ports.random.bytes(10));
    const { merchantId, livemode } = { ...tenant, ...more };
    const event = { id, merchantId, livemode, type: 'webhook_endpoint.disabled' as const, object: { id: name } };
    await events.append([{ ...event, atMs: ports.clock.nowMs() }]);
    await dispatchEvents(ports, events);
  };
  const round = async () => {
    await gatherNotices(ports, events);
    return sendWaiting(ports, mailbox);
  };
  return { shop, ports, events, mailbox, disable, round };
}

describe('gatherNotices', () => {
  it('makes one mail of what came within some minutes', async () => {
    const { ports, mailbox, disable, round } = await setUp();
    await disable('we_1');
    ports.clock.advance(LIMITS.noticesGatheredMs - 1);
    await disable('we_2');
    await disable('we_2');
    expect(await round()).toEqual([]);
    ports.clock.advance(1);
    expect(await round()).toEqual(['sent']);
    expect(mailbox.sent[0]?.subject).toBe('[Test mode] 2 webhook endpoints were disabled at shop');
    expect(mailbox.sent[0]?.text).toMatch(/we_1\n\nwe_2\n/);
    ports.clock.advance(LIMITS.noticesGatheredMs);
    expect(await round()).toEqual([]);
  });

  it('keeps modes and merchants apart', async () => {
    const { ports, mailbox, disable, round } = await setUp();
    const other = await openShop({ ports, name: 'other' });
    await disable('we_1');
    await disable('we_2', { livemode: true });
    await disable('we_3', { merchantId: other.tenant.merchantId });
    ports.clock.advance(LIMITS.noticesGatheredMs);
    await round();
    expect(mailbox.sent.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'owner@other.example [Test mode] 1 webhook endpoint was disabled at other',
      'owner@shop.example 1 webhook endpoint was disabled at shop',
      'owner@shop.example [Test mode] 1 webhook endpoint was disabled at shop',
    ]);
  });

  it('names only some of many', async () => {
    const { ports, mailbox, disable, round } = await setUp();
    for (let count = 0; count < LIMITS.noticesNamedMax + 3; count += 1) await disable(`we_${count}`);
    ports.clock.advance(LIMITS.noticesGatheredMs);
    await round();
    expect(mailbox.sent[0]?.subject).toContain(`${LIMITS.noticesNamedMax + 3} webhook endpoints`);
    expect(mailbox.sent[0]?.text).toContain('and 3 more');
  });

  it('finds nothing on a server that sent no mails when the event happened', async () => {
    const { ports, events, mailbox, disable, round } = await setUp();
    ports.mailer = undefined;
    await disable('we_1');
    ports.mailer = mailbox;
    ports.clock.advance(LIMITS.noticesGatheredMs);
    expect(await events.listNotices(ports.clock.nowMs(), 10)).toEqual([]);
    expect(await round()).toEqual([]);
  });
});
