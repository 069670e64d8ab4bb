import { expect, it } from 'vitest';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { tellOwners } from './tell-owners.ts';

it('tellOwners says who changed which wallet, and nothing where no mails are sent', async () => {
  const { ports, made } = await openShop();
  const { merchant, owner } = made;
  const wallet = { merchantId: merchant.id, livemode: true, network: 'solana' };
  const told = { change: 'added', effectiveAtMs: Date.UTC(2031, 0, 2), actor: owner.id } as const;
  expect(await tellOwners(ports, wallet, told)).toEqual([]);
  const mailbox = openMailbox(ports);
  for (const actor of [owner.id, 'cli', 'takeover', 'key_1', 'usr_gone']) {
    await ports.mails.add(await tellOwners(ports, wallet, { ...told, actor }));
  }
  await sendWaiting(ports, mailbox);
  expect(mailbox.sent[0]).toMatchObject({ to: owner.email, subject: 'A wallet of shop was added' });
  const names = mailbox.sent.map(({ text }) => / by (.+?)\. New payments/.exec(text)?.[1]);
  const wanted = [owner.email, 'another account', 'the API key key_1', 'the operator of this server', 'usr_gone'];
  expect(new Set(names)).toEqual(new Set(wanted));
  expect(mailbox.sent[0]?.text).toContain('2031-01-02 00:00 UTC');
});
