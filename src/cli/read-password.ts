import { LIMITS } from '../domain/limits.ts';
import { UserError } from '../domain/user-error.ts';
import { checkPassword } from '../usecases/merchants/create-merchant.ts';
import type { Args, CliContext, Option } from './command.ts';
import { readSecretInput } from './read-secret-input.ts';

/** The options of a command that sets a password. `whose` begins the help. */
export const passwordOptions = (whose: string): Record<'password' | 'password-stdin', Option> => ({
  password: {
    type: 'string',
    help: `${whose}, at least ${LIMITS.passwordLengthMin} characters; prompted for by default`,
  },
  'password-stdin': { type: 'boolean', help: 'read the password from standard input, one line' },
});

/** The password to set. Somebody who types it without seeing it types it twice. */
export const readPassword = ({ terminal }: Pick<CliContext, 'terminal'>, args: Args): Promise<string> =>
  readSecretInput(terminal, {
    name: 'password',
    argument: args.optional('password'),
    argumentName: '--password',
    stdinOption: 'password-stdin',
    isOnStdin: args.flag('password-stdin'),
    async ask(question) {
      const password = await question('New password (not shown): ');
      // Before it is typed again for nothing.
      checkPassword(password);
      if ((await question('The same password again: ')) === password) return password;
      throw new UserError('The two passwords are different. Try again.', 'usage');
    },
  });
