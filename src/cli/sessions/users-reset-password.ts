import { LIMITS } from '../../domain/limits.ts';
import { resetPassword } from '../../usecases/sessions/reset-password.ts';
import type { Command } from '../command.ts';

export const usersResetPassword: Command = {
  name: 'users reset-password',
  summary: 'Sets a new password for a user and signs the user out everywhere.',
  options: {
    email: { type: 'string', help: 'email address of the user', required: true },
    password: { type: 'string', help: `new password, at least ${LIMITS.passwordLengthMin} characters`, required: true },
    'remove-two-factor': {
      type: 'boolean',
      help: 'also remove the authenticator app, passkeys and recovery codes',
    },
  },
  examples: ['users reset-password --email me@example.com --password "another horse battery"'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const email = args.text('email');
      const removesSecondFactors = args.flag('remove-two-factor');
      await resetPassword(ports, { email, password: args.text('password'), actor: 'cli', removesSecondFactors });
      return { json: { email, changed: true }, text: `Changed the password of ${email}.` };
    }),
};
