import { setOperator } from '../../usecases/sessions/set-operator.ts';
import type { Command } from '../command.ts';

export const usersOperator: Command = {
  name: 'users operator',
  summary: 'Makes a user an operator, who sees the data stores of this server on the dashboard.',
  operands: [{ name: 'email' }],
  options: { remove: { type: 'boolean', help: 'remove the user as an operator' } },
  examples: ['users operator me@example.com', 'users operator me@example.com --remove'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const [given = ''] = args.operands;
      const isOperator = !args.flag('remove');
      const { email } = await setOperator(ports, { email: given, isOperator, actor: 'cli' });
      const text = isOperator ? `${email} is an operator of this server.` : `${email} is no longer an operator.`;
      return { json: { email, operator: isOperator }, text };
    }),
};
