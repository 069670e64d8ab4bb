import { type EndpointCell, endpointCell } from '../../../src/domain/secrets/sealed-cell.ts';
import type { SealedColumns, SealedValue } from '../../../src/ports/sealed-values.ts';
import { nameIn, type TableAccess, type Tables } from './tables.ts';

const nameOf = ([column, row]: EndpointCell): string => `${column} ${row}`;

const listAll = ({ endpoints }: Tables): SealedValue<EndpointCell>[] =>
  [...endpoints.values()]
    .flatMap((endpoint) => {
      const current = { cell: endpointCell('secret', endpoint), sealed: endpoint.sealedSecret };
      if (!endpoint.previous) return [current];
      return [current, { cell: endpointCell('previous_secret', endpoint), sealed: endpoint.previous.sealedSecret }];
    })
    .sort((a, b) => (nameOf(a.cell) < nameOf(b.cell) ? -1 : 1));

export const memorySealedSecrets = (database: TableAccess): SealedColumns<EndpointCell> => ({
  async list(after, limit) {
    const start = after ? nameOf(after) : '';
    return listAll(database.tables)
      .filter(({ cell }) => nameOf(cell) > start)
      .slice(0, limit);
  },

  replace: ({ cell: [column, id, merchantId, mode], sealed: old }, sealed) =>
    database.run(({ endpoints }) => {
      const name = nameIn({ merchantId, livemode: mode === 'live' }, id);
      const endpoint = endpoints.get(name);
      if (!endpoint) return;
      const { sealedSecret, previous } = endpoint;
      if (column === 'webhook_endpoints.sealed_secret') {
        if (sealedSecret === old) endpoints.set(name, { ...endpoint, sealedSecret: sealed });
      } else if (previous?.sealedSecret === old) {
        endpoints.set(name, { ...endpoint, previous: { ...previous, sealedSecret: sealed } });
      }
    }),
});
