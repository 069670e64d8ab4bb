import { addDataStore } from '../../usecases/data-stores/add-data-store.ts';
import type { Command } from '../command.ts';

export const storesAdd: Command = {
  name: 'stores add',
  summary: 'Adds a PostgreSQL database as a data store and creates its tables.',
  operands: [{ name: 'url' }],
  options: {
    name: { type: 'string', help: 'name of the data store' },
    open: { type: 'boolean', help: 'open it to new merchants' },
  },
  examples: ['stores add postgres://user:password@db.example.com:5432/shop --name "My shop"'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const [url = ''] = args.operands;
      const { id, name } = await addDataStore(ports, {
        url,
        name: args.optional('name') ?? 'data store',
        isOpen: args.flag('open'),
        actor: 'cli',
      });
      return { json: { id, name }, text: `${id}  ${name}` };
    }),
};
