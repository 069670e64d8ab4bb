import { resetPassword } from '../../usecases/sessions/reset-password.ts';
import type { Command } from '../command.ts';
import { passwordOptions, readPassword } from '../read-password.ts';

export const usersResetPassword: Command = {
  name: 'users reset-password',
  summary: 'Sets a new password for a user and signs the user out everywhere.',
  options: {
    email: { type: 'string', help: 'email address of the user', required: true },
    ...passwordOptions('new password'),
    'remove-two-factor': {
      type: 'boolean',
      help: 'also remove the authenticator app, passkeys and recovery codes',
    },
  },
  examples: [
    'users reset-password --email me@example.com',
    'users reset-password --email me@example.com --password-stdin < password.txt',
  ],
  async run(context, args) {
    const email = args.text('email');
    const password = await readPassword(context, args);
    const removesSecondFactors = args.flag('remove-two-factor');
    await context.withPorts((ports) => resetPassword(ports, { email, password, actor: 'cli', removesSecondFactors }));
    return { json: { email, changed: true }, text: `Changed the password of ${email}.` };
  },
};
