import type { Command } from '../command.ts';

export const serve: Command = {
  words: 'serve',
  summary: 'Runs the server until Ctrl-C.',
  options: {},
  async run(context) {
    await context.serve();
    return undefined;
  },
};
