import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

export const keysList: Command = {
  name: 'keys list',
  summary: 'Lists a merchant’s API keys.',
  options: { merchant: { type: 'string', help: 'merchant ID', required: true } },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const keys = await ports.keys.list(readId('mer', args.text('merchant')));
      const data = keys.map(presentKey);
      const line = (row: (typeof data)[number]) => `${row.id}  ${row.public_key}  …${row.private_key_end}  ${row.name}`;
      return { json: { data }, text: data.map(line).join('\n') || 'No keys found.' };
    }),
};
