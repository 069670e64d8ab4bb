import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { offerSetUpLink } from './offer-set-up-link.ts';

const BASE_URL = 'https://florin.example';

describe('offerSetUpLink', () => {
  it('offers a link whose token stands behind the # and nowhere in the database', async () => {
    const ports = createMemoryPorts();
    const link = await offerSetUpLink(ports, BASE_URL);
    const token = link?.replace(`${BASE_URL}/dashboard/setup#`, '') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await ports.users.isSetUpLink(createHash('sha256').update(token).digest('hex'))).toBe(true);
    expect(inspect(ports.snapshot(), { depth: null })).not.toContain(token);
  });

  it('replaces the previous link', async () => {
    const ports = createMemoryPorts();
    const [first, second] = [await offerSetUpLink(ports, BASE_URL), await offerSetUpLink(ports, BASE_URL)];
    const isOpen = (link = '') =>
      ports.users.isSetUpLink(
        createHash('sha256')
          .update(link.split('#')[1] ?? '')
          .digest('hex'),
      );
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
  });

  it('offers none once there is an account', async () => {
    const { ports } = await openShop();
    const before = ports.snapshot();
    expect(await offerSetUpLink(ports, BASE_URL)).toBeUndefined();
    expect(ports.snapshot()).toEqual(before);
  });
});
