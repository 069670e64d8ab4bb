import { UserError } from '../domain/user-error.ts';
import type { Mover } from '../ports/merchant-moves.ts';
import type { Ports } from '../ports/ports.ts';
import { postgresMover } from '../store/data-stores/mover.ts';

/** What moves merchants. It connects only when it is used. */
export const openMover = (
  mainUrl: string,
  { dataStores, vault, chains }: Pick<Ports, 'dataStores' | 'vault' | 'chains'>,
): Mover =>
  postgresMover({
    async urlOf(id) {
      if (id === undefined) return mainUrl;
      const found = await dataStores.find(id);
      if (!found) throw new UserError(`There is no data store ${id}.`, 'not_found');
      return vault.open(found.sealedUrl, ['data_stores.sealed_url', id]);
    },
    earlier(network, one, other) {
      const chain = chains.get(network);
      if (!chain) throw new UserError(`The network ${network} is not configured here. Use the settings of the server.`);
      return chain.earlierCursor(one, other);
    },
  });
