import { expect, it } from 'vitest';
import { joinTeam } from '../../../test/memory/join-team.ts';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { MEMBER_ROLES } from '../../domain/team/roles.ts';
import { draftNotices, type NoticeReader } from './draft-notices.ts';

const content = (reader: NoticeReader) => ({ ...reader, mode: 'live', ids: ['we_1'], count: 1 }) as const;

it('draftNotices writes to the members with the right role who want notices', async () => {
  const shop = await openShop();
  const { ports } = shop;
  const { id } = shop.made.merchant;
  expect(await draftNotices(ports, id, 'endpoint_disabled', content)).toEqual([]);
  const mailbox = openMailbox(ports);
  for (const role of MEMBER_ROLES) await joinTeam(shop, `${role}@team.example`, role);
  await sendWaiting(ports, mailbox);
  mailbox.sent.splice(0);
  const members = await ports.team.listMembers(id);
  const wanted = members.filter(({ role }) => role === 'owner' || role === 'developer');
  expect(wanted.length).toBeGreaterThanOrEqual(3);
  await ports.mails.add(await draftNotices(ports, id, 'endpoint_disabled', content));
  await sendWaiting(ports, mailbox);
  expect(mailbox.sent.map(({ to }) => to).sort()).toEqual(wanted.map(({ email }) => email).sort());
  for (const { userId } of members) await ports.users.setNotices(userId, false);
  expect(await draftNotices(ports, id, 'endpoint_disabled', content)).toEqual([]);
});
