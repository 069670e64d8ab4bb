import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/memory/failure-of.ts';
import { openEndpoint } from '../../../test/memory/open-endpoint.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { endpointCell } from '../../domain/secrets/sealed-cell.ts';
import { OVERLAPS_MS, type Overlap } from '../keys/roll-key.ts';
import { rollEndpointSecret } from './roll-endpoint-secret.ts';

async function setUp() {
  const shop = await openShop();
  const { ports, store, tenant } = shop;
  const opened = await openEndpoint(shop);
  const { id } = opened.endpoint;
  const roll = (overlap: Overlap) => rollEndpointSecret(ports, store, { tenant, id, overlap, actor: 'usr' });
  const cellOf = (secret: 'secret' | 'previous_secret') => endpointCell(secret, { ...tenant, id });
  return { ports, store, tenant, ...opened, roll, cellOf };
}

describe('rollEndpointSecret', () => {
  it.each(['1h', '24h', '7d'] as const)('keeps the secret before for %s', async (overlap) => {
    const { ports, store, endpoint, secret, roll, cellOf } = await setUp();
    const rolled = await roll(overlap);
    const { sealedSecret, previous } = rolled.endpoint;
    expect(rolled.secret).not.toBe(secret);
    expect(ports.vault.open(sealedSecret, cellOf('secret'))).toBe(rolled.secret);
    expect(ports.vault.open(previous?.sealedSecret ?? '', cellOf('previous_secret'))).toBe(secret);
    expect(previous?.untilMs).toBe(ports.clock.nowMs() + OVERLAPS_MS[overlap]);
    expect(await store.endpoints.find(endpoint.id)).toEqual(rolled.endpoint);
    expect((await ports.stores.main.audit.listWaiting(10)).at(-1)).toMatchObject({
      actor: 'usr',
      action: 'webhook_endpoint.rolled',
      details: { overlap },
    });
  });

  it('ends every secret before it at once when told so', async () => {
    const { roll } = await setUp();
    await roll('7d');
    expect((await roll('now')).endpoint.previous).toBeUndefined();
  });

  it('answers not_found for another merchant’s endpoint', async () => {
    const { ports, endpoint } = await setUp();
    const { store, tenant } = await openShop({ ports, name: 'other' });
    const input = { tenant, id: endpoint.id, overlap: 'now', actor: 'usr' } as const;
    const failure = await failureOf(ports, () => rollEndpointSecret(ports, store, input));
    expect(failure).toMatchObject({ code: 'not_found' });
  });
});
