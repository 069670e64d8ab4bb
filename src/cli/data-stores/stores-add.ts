import { addDataStore } from '../../usecases/data-stores/add-data-store.ts';
import type { Args, CliContext, Command } from '../command.ts';
import { readSecretInput } from '../read-secret-input.ts';

export const storesAdd: Command = {
  name: 'stores add',
  summary: 'Adds a PostgreSQL database as a data store and creates its tables. Prompts for the URL by default.',
  operands: [{ name: 'url', optional: true }],
  options: {
    name: { type: 'string', help: 'name of the data store' },
    open: { type: 'boolean', help: 'open it to new merchants' },
    'url-stdin': { type: 'boolean', help: 'read the URL from standard input, one line' },
  },
  examples: [
    'stores add --name "My shop"',
    'stores add --name "My shop" --url-stdin < url.txt',
    'stores add postgres://user@db.example.com:5432/shop --name "My shop"',
  ],
  async run(context, args) {
    const url = await readUrl(context, args);
    const { id, name } = await context.withPorts((ports) =>
      addDataStore(ports, {
        url,
        name: args.optional('name') ?? 'data store',
        isOpen: args.flag('open'),
        actor: 'cli',
      }),
    );
    return { json: { id, name }, text: `${id}  ${name}` };
  },
};

/** The URL usually contains a password. It is typed only once: connecting finds out whether it is right. */
const readUrl = ({ terminal }: CliContext, args: Args): Promise<string> =>
  readSecretInput(terminal, {
    name: 'URL',
    argument: args.operands[0],
    argumentName: '<url>',
    stdinOption: 'url-stdin',
    isOnStdin: args.flag('url-stdin'),
    // What is pasted often has a space at its end.
    ask: async (question) => (await question('URL (postgres://user:password@host:5432/database, not shown): ')).trim(),
  });
