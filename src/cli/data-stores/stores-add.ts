import { addDataStore } from '../../usecases/data-stores/add-data-store.ts';
import type { Command } from '../command.ts';

export const storesAdd: Command = {
  words: 'stores add',
  summary: 'Makes a PostgreSQL known as a data store and gives it its tables.',
  operands: ['url'],
  options: { name: { type: 'string', help: 'a name to tell it by' } },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const [url = ''] = args.operands;
      const { id, name } = await addDataStore(ports, { url, name: args.maybe('name') ?? 'data store', actor: 'cli' });
      return { json: { id, name }, text: `${id}  ${name}` };
    }),
};
