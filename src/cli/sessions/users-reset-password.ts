import { resetPassword } from '../../usecases/sessions/reset-password.ts';
import type { Command } from '../command.ts';

export const usersResetPassword: Command = {
  words: 'users reset-password',
  summary: 'Gives a user a new password.',
  options: {
    email: { type: 'string', help: 'e-mail address of the user', required: true },
    password: { type: 'string', help: 'the new password, at least 10 characters', required: true },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const email = args.text('email');
      await resetPassword(ports, { email, password: args.text('password'), actor: 'cli' });
      return { json: { email, changed: true }, text: `The password of ${email} is changed.` };
    }),
};
