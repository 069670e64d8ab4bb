import { useSetUpLink } from '../../usecases/sessions/use-set-up-link.ts';
import { defineRoute } from '../server/route.ts';
import { exampleSetUp } from './examples.ts';
import { answerNewAccount, NEW_ACCOUNT } from './new-account.ts';
import { SetUpBody } from './session-schema.ts';

export const setUp = defineRoute({
  ...NEW_ACCOUNT,
  id: 'session.set_up',
  path: '/dashboard/api/setup',
  summary: 'Create the first account',
  description: 'Needs the token of the setup link that the server printed when it started.',
  body: { schema: SetUpBody, examples: { set_up: { summary: 'The first account', value: exampleSetUp } } },
  errors: ['setup_link_invalid', 'insecure_connection', 'email_taken'],
}).handle((context, call) => {
  const { token: linkToken } = call.body.value;
  return answerNewAccount(context, call, (account) => useSetUpLink(context, { linkToken, ...account }));
});
