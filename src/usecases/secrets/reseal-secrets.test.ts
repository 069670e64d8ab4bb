import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { UserError } from '../../domain/user-error.ts';
import type { MerchantMoves } from '../../ports/merchant-moves.ts';
import type { Vault } from '../../ports/vault.ts';
import { addDataStore } from '../data-stores/add-data-store.ts';
import { listWallets } from '../wallets/list-wallets.ts';
import { rollEndpointSecret } from '../webhooks/roll-endpoint-secret.ts';
import { resealSecrets } from './reseal-secrets.ts';

/** A test key, a wallet, a data store, and a webhook endpoint with two secrets. */
async function setUp() {
  const shop = await openShop();
  const { ports } = shop;
  await shop.addWallet('solana-devnet', 'wallet');
  await addDataStore(ports, { url: 'postgres://x', name: 'x', actor: 'test' });
  const { id } = (await openEndpoint(shop)).endpoint;
  await rollEndpointSecret(ports, shop.store, { tenant: shop.tenant, id, overlap: '24h', actor: 'test' });
  return { shop, ports };
}

/** Nobody moves. */
const moves: Pick<MerchantMoves, 'list'> = { list: async () => [] };

/** At the end, so that the vault of the data stores opens it too. */
const AGAIN = ' again';

/** Seals again whatever was not sealed again yet. */
const resealing = (vault: Vault): Vault => ({
  ...vault,
  open: (sealed, cell) => vault.open(sealed.replace(AGAIN, ''), cell),
  reseal(sealed, cell) {
    vault.open(sealed.replace(AGAIN, ''), cell);
    return sealed.endsWith(AGAIN) ? sealed : `${sealed}${AGAIN}`;
  },
});

describe('resealSecrets', () => {
  it('seals every value again for its own cell, once, and records how many', async () => {
    const { shop, ports } = await setUp();
    const vault = resealing(ports.vault);
    expect(await resealSecrets({ ...ports, moves, vault }, 'cli')).toEqual({ checked: 5, resealed: 5 });
    expect(await resealSecrets({ ...ports, moves, vault }, 'cli')).toEqual({ checked: 5, resealed: 0 });
    const values = await ports.sealedValues.list(undefined, 10);
    expect(values.every(({ sealed }) => sealed.endsWith(AGAIN))).toBe(true);
    const [endpoint] = await shop.store.endpoints.list();
    expect([endpoint?.sealedSecret, endpoint?.previous?.sealedSecret]).toEqual(
      Array(2).fill(expect.stringMatching(/ again$/)),
    );
    expect(await listWallets({ ...ports, vault }, shop.tenant)).toMatchObject([{ addresses: ['wallet'] }]);
    expect(ports.audit.entries.at(-2)).toMatchObject({
      actor: 'cli',
      action: 'secrets.resealed',
      details: { checked: 5, resealed: 5 },
    });
  });

  it('says which data store cannot be reached, and refuses nothing yet', async () => {
    const { ports } = await setUp();
    ports.stores.unreachable.add('postgres://x');
    const failure = await failureOf(ports, () => resealSecrets({ ...ports, moves }, 'cli'));
    expect(failure).toEqual(new UserError('Nothing was finished: The database cannot be reached.'));
  });

  it('stops at a value that cannot be opened, and refuses nothing yet', async () => {
    const { ports } = await setUp();
    const vault = { ...ports.vault, reseal: () => expect.fail('damaged') };
    expect(await failureOf(ports, () => resealSecrets({ ...ports, moves, vault }, 'cli'))).toBeInstanceOf(UserError);
  });

  it('waits for merchants that move, and does not say that everything is sealed', async () => {
    const { ports, shop } = await setUp();
    const { merchantId } = shop.tenant;
    const move = { id: '1', merchantId, from: undefined, to: undefined, state: 'copying', startedAtMs: 0 } as const;
    const before = ports.audit.entries.length;
    for (const turns of [[[move]], [[], [move]]]) {
      const list = async () => turns.shift() ?? [];
      await expect(resealSecrets({ ...ports, moves: { list } }, 'cli')).rejects.toThrow('is being moved');
    }
    expect(ports.audit.entries).toHaveLength(before);
  });
});
