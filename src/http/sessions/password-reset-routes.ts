import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { requestPasswordReset } from '../../usecases/sessions/request-password-reset.ts';
import { usePasswordReset, viewPasswordReset } from '../../usecases/sessions/use-password-reset.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exampleEmail, exampleReset, exampleResetToken } from './examples.ts';
import { clientOf } from './present-session.ts';
import { Email, Password } from './session-schema.ts';

const NEXT = 'If there is an account with this email address, a link is on its way to it.';
const MINUTES = LIMITS.passwordResetMs / 60_000;

const Token = Type.String({ maxLength: 100, description: 'The part of the link in the mail after the `#`.' });

const request = defineRoute({
  id: 'password_resets.request',
  method: 'POST',
  path: '/dashboard/api/password_reset/request',
  tag: 'Session',
  summary: 'Ask for a link to reset the password',
  description:
    `Sends an email with a link that works once, within ${MINUTES} minutes, if the operator has set FLORIN_SMTP_URL. The response ` +
    `is the same if the email address has no account. At most ${LIMITS.passwordResetsPerHour} requests an hour for one email ` +
    `address, and ${LIMITS.passwordResetsPerHourOfClient} of one client.`,
  access: 'visitor',
  body: {
    schema: Type.Object({ email: Email }, closed),
    examples: { request: { summary: 'The email address of the account', value: exampleEmail } },
  },
  answers: {
    202: {
      description: 'Says to check the mail, whether or not there is an account.',
      schema: Type.Object({ detail: Type.String({ description: 'What to do next.' }) }, closed),
    },
  },
  errors: ['mail_unavailable'],
}).handle(async (context, { body, visit }) => {
  await requestPasswordReset(context, { email: body.value.email, client: clientOf(visit) });
  return { status: 202, body: { detail: NEXT } };
});

const view = defineRoute({
  id: 'password_resets.view',
  method: 'POST',
  path: '/dashboard/api/password_reset/view',
  tag: 'Session',
  summary: 'Look at a link to reset the password',
  description: 'Needs the token of the link. A POST, so that the token is in no log of URLs.',
  access: 'visitor',
  body: {
    schema: Type.Object({ token: Token }, closed),
    examples: { view: { summary: 'The token of the link', value: exampleResetToken } },
  },
  answers: {
    200: {
      description: 'Returns whose password the link sets.',
      schema: Type.Object(
        { email: Type.String({ description: 'The email address of the account.' }) },
        { ...closed, title: 'ViewedPasswordReset' },
      ),
    },
  },
  errors: ['password_reset_invalid'],
}).handle(async (context, { body }) => ({ status: 200, body: await viewPasswordReset(context, body.value.token) }));

const use = defineRoute({
  id: 'password_resets.use',
  method: 'POST',
  path: '/dashboard/api/password_reset',
  tag: 'Session',
  summary: 'Reset the password',
  description:
    'Sets the password of the account of the link, uses the link up, and ends all sessions of the user. Sign in afterwards: the ' +
    'second factor stays as it is.',
  access: 'visitor',
  body: {
    schema: Type.Object({ token: Token, password: Password }, closed),
    examples: { reset: { summary: 'A new password', value: exampleReset } },
  },
  answers: { 204: { description: 'The new password counts.' } },
  errors: ['password_reset_invalid'],
}).handle(async (context, { body, visit }) => {
  const { token, password } = body.value;
  await usePasswordReset(context, { token, password, address: visit.address });
  return { status: 204 };
});

export const passwordResetRoutes = [request, view, use];
