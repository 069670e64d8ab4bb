import type { Command } from '../command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Runs the server until you press Ctrl-C.',
  options: {},
  examples: ['serve'],
  async run(context) {
    await context.serve();
    return undefined;
  },
};
