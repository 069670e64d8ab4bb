import type { Static } from 'typebox';
import { useSetUpLink } from '../../usecases/sessions/use-set-up-link.ts';
import type { VisitorRoute } from '../server/route.ts';
import { answerNewAccount, EXAMPLE_ACCOUNT, NEW_ACCOUNT } from './new-account.ts';
import { SetUpBody } from './session-schema.ts';

const example = { token: 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg', ...EXAMPLE_ACCOUNT };

export const setUp: VisitorRoute = {
  ...NEW_ACCOUNT,
  id: 'session.set_up',
  path: '/dashboard/api/setup',
  summary: 'Make the first account',
  description: 'With the token of the set-up link that the server printed at its start.',
  body: { schema: SetUpBody, examples: { set_up: { summary: 'The first account', value: example } } },
  errors: ['setup_link_invalid', 'insecure_connection', 'email_taken'],
  handle(context, call) {
    const { token: linkToken } = call.body.value as Static<typeof SetUpBody>;
    return answerNewAccount(context, call, (account) => useSetUpLink(context, { linkToken, ...account }));
  },
};
