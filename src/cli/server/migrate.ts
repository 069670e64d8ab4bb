import type { Command } from '../command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Applies pending migrations to the main database. The server also does this when it starts.',
  options: {},
  examples: ['migrate'],
  createsDatabase: true,
  async run(context) {
    const { checks } = await context.withPorts(() => context.inspectDatabase());
    return { json: { checks }, text: checks.map(({ name, detail }) => `${name}: ${detail}`).join('\n') };
  },
};
