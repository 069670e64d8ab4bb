import { describe, expect, it } from 'vitest';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import { exportCustomer } from './export-customer.ts';

const ADA = { name: 'Ada Jansen', email: 'Ada@example.com', phone_number: '+31 20 123' };

describe('exportCustomer', () => {
  it('returns what was sent about a customer, in pages', async () => {
    const shop = await openShop();
    for (let count = 0; count <= LIMITS.exportIntentsMax; count += 1)
      await shop.openIntent('0.5 SOL', { customer: ADA, metadata: { note: 'Ada' } });
    const first = await exportCustomer(shop.store, { email: 'ada@example.com' });
    expect(first.data).toHaveLength(LIMITS.exportIntentsMax);
    expect(first.data[0]).toMatchObject({
      status: 'requires_payment',
      request: { customer: ADA, metadata: { note: 'Ada' } },
    });
    const cursor = first.next_cursor ?? undefined;
    const second = await exportCustomer(shop.store, { email: 'ada@example.com', cursor });
    expect([second.data.length, second.next_cursor]).toEqual([1, null]);
  });
});
