import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

export const keysList: Command = {
  name: 'keys list',
  summary: 'Lists a merchant’s API keys.',
  options: { merchant: { type: 'string', help: 'merchant ID', required: true } },
  examples: ['keys list --merchant mer_034xqZbw5Y9jHqVLMzNRCb'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const keys = await ports.keys.list(readId('mer', args.text('merchant')));
      const data = keys.map(presentKey);
      const rows = data.map((row) => [row.id, row.public_key, `…${row.private_key_end}`, row.name]);
      const columns = ['ID', 'PUBLIC KEY', 'PRIVATE KEY', 'NAME'];
      return { json: { data }, text: { columns, rows, empty: 'No keys found.' } };
    }),
};
