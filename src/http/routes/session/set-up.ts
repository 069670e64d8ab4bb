import type { Static } from 'typebox';
import { useSetUpLink } from '../../../usecases/use-set-up-link.ts';
import { answerNewSession, clientOf } from '../../present-session.ts';
import type { Route } from '../../route.ts';
import { SetUpBody, SignedInSchema } from '../../schemas/session.ts';
import { demandCookie } from '../../session-cookie.ts';

const example = {
  token: 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg',
  business_name: 'Tulip shop',
  email: 'ada@example.com',
  password: 'correct horse battery',
};

export const setUp: Route = {
  id: 'session.set_up',
  method: 'POST',
  path: '/dashboard/api/setup',
  tag: 'Session',
  summary: 'Make the first account',
  description: 'With the token of the set-up link that the server printed at its start.',
  access: 'visitor',
  body: { schema: SetUpBody, examples: { set_up: { summary: 'The first account', value: example } } },
  answers: { 201: { description: 'The account is made and signed in.', schema: SignedInSchema } },
  errors: ['setup_link_invalid', 'insecure_connection', 'email_taken'],
  async handle(context, { body, visit }) {
    demandCookie(context.config.baseUrl);
    const wish = body.value as Static<typeof SetUpBody>;
    const { token } = await useSetUpLink(context, {
      linkToken: wish.token,
      businessName: wish.business_name,
      email: wish.email,
      password: wish.password,
      client: clientOf(visit),
    });
    return answerNewSession(context, 201, token);
  },
};
