import { Type } from 'typebox';
import { isNoticeFor, NOTICE_KINDS } from '../../domain/mails/mail.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Context } from '../server/context.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';
import { exampleNotices } from './examples.ts';

const NoticesSchema = Type.Object(
  {
    available: Type.Boolean({ description: 'Whether this server sends emails.' }),
    enabled: Type.Boolean({ description: 'Whether you get notices.' }),
    kinds: Type.Array(words(NOTICE_KINDS), { description: 'What members with your role get notices about.' }),
  },
  { ...closed, title: 'Notices' },
);

async function presentNotices({ mailer, team }: Context, { user, merchant, role }: SignedIn) {
  const member = (await team.listMembers(merchant.id)).find(({ userId }) => userId === user.id);
  return {
    available: mailer !== undefined,
    enabled: member?.notices ?? true,
    kinds: NOTICE_KINDS.filter((kind) => isNoticeFor(kind, role)),
  };
}

const getNotices = defineRoute({
  id: 'notices.get',
  method: 'GET',
  path: '/dashboard/api/notices',
  tag: 'Security',
  summary: 'Retrieve your email settings',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns which emails you get.', schema: NoticesSchema } },
}).handle(async (context, { signedIn }) => ({ status: 200, body: await presentNotices(context, signedIn) }));

const changeNotices = defineRoute({
  id: 'notices.change',
  method: 'PUT',
  path: '/dashboard/api/notices',
  tag: 'Security',
  summary: 'Turn notices on or off',
  description: 'Emails about the security of your account cannot be turned off.',
  access: 'session',
  permission: 'account:write',
  rateLimit: 'create',
  body: {
    schema: Type.Object({ enabled: Type.Boolean({ description: 'Whether you get notices.' }) }, closed),
    examples: { off: { summary: 'No notices', value: exampleNotices } },
  },
  answers: { 200: { description: 'Returns which emails you get.', schema: NoticesSchema } },
}).handle(async (context, { signedIn, body }) => {
  await context.users.setNotices(signedIn.user.id, body.value.enabled);
  return { status: 200, body: await presentNotices(context, signedIn) };
});

export const noticeRoutes = [getNotices, changeNotices];
