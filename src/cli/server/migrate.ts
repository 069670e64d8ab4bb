import type { Command } from '../command.ts';

export const migrate: Command = {
  words: 'migrate',
  summary: 'Brings the main database up to date. The server does it by itself when it starts.',
  options: {},
  async run(context) {
    const findings = await context.withPorts(() => context.inspectDatabase());
    return { json: { checks: findings }, text: findings.map(({ name, detail }) => `${name}: ${detail}`).join('\n') };
  },
};
