import { addDataStore } from '../../usecases/data-stores/add-data-store.ts';
import type { Command } from '../command.ts';

export const storesAdd: Command = {
  name: 'stores add',
  summary: 'Adds a PostgreSQL database as a data store and creates its tables.',
  operands: ['url'],
  options: { name: { type: 'string', help: 'name of the data store' } },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const [url = ''] = args.operands;
      const { id, name } = await addDataStore(ports, {
        url,
        name: args.optional('name') ?? 'data store',
        actor: 'cli',
      });
      return { json: { id, name }, text: `${id}  ${name}` };
    }),
};
