import type { Command } from '../command.ts';

export const storesList: Command = {
  name: 'stores list',
  summary: 'Lists the data stores. Their connection URLs are not shown.',
  options: {},
  examples: ['stores list'],
  run: (context) =>
    context.withPorts(async (ports) => {
      const data = (await ports.dataStores.list()).map(({ id, name, createdAtMs }) => ({
        id,
        name,
        created_at: new Date(createdAtMs).toISOString(),
      }));
      return {
        json: { data },
        text: {
          columns: ['ID', 'NAME', 'CREATED'],
          rows: data.map((row) => [row.id, row.name, row.created_at]),
          empty: 'No data stores found.',
        },
      };
    }),
};
