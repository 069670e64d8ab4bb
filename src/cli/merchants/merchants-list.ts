import type { Command } from '../command.ts';

export const merchantsList: Command = {
  name: 'merchants list',
  summary: 'Lists the merchants and the data store of each.',
  options: {},
  examples: ['merchants list', 'merchants list --json'],
  run: (context) =>
    context.withPorts(async (ports) => {
      const data = (await ports.merchants.list()).map((merchant) => ({
        id: merchant.id,
        name: merchant.name,
        data_store: merchant.dataStoreId ?? 'main',
        created_at: new Date(merchant.createdAtMs).toISOString(),
      }));
      return {
        json: { data },
        text: {
          columns: ['ID', 'DATA STORE', 'NAME'],
          rows: data.map((row) => [row.id, row.data_store, row.name]),
          empty: 'No merchants found.',
        },
      };
    }),
};
