import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { controlPlanes, type OpenControlPlane } from './control-planes.ts';
import { NOW_MS } from './sample-rows.ts';

const transfer = (address: string, sentAtMs = NOW_MS, amount = '0.000000000000000001') => ({
  address,
  asset: 'SOL',
  amount: parseDecimal(amount),
  sentAtMs,
  script: 'reorged' as const,
});

describe.each(controlPlanes())('the simulated ledger in $name', ({ open }) => {
  let opened: OpenControlPlane;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => opened.empty());
  afterAll(() => opened.close());

  it('numbers transfers in the order in which they are sent', async () => {
    const { simulatedLedger: ledger } = opened;
    await ledger.send(transfer('a'));
    await ledger.send(transfer('b', NOW_MS - 5, '123456789012345678.5'));
    await ledger.send(transfer('c', NOW_MS + 5));
    const [first, second, third] = await ledger.after(0, 10);
    expect(first).toEqual({ number: 1, ...transfer('a') });
    expect(second).toEqual({ number: 2, ...transfer('b', NOW_MS - 5, '123456789012345678.5') });
    expect(await ledger.after(1, 1)).toEqual([second]);
    expect(await ledger.after(3, 10)).toEqual([]);
    expect(await ledger.since(NOW_MS, 3)).toEqual([first, third]);
    expect(await ledger.since(NOW_MS - 5, 2)).toEqual([first, second]);
  });

  it('takes more than the largest amount due', async () => {
    const { simulatedLedger: ledger } = opened;
    const largest = [
      '999999999999999999.999999999999999999',
      '1000000000000000000',
      '1099999999999999999.999999999999999998',
    ];
    const sent = largest.map((amount) => transfer('a', NOW_MS, amount));
    for (const each of sent) await ledger.send(each);
    expect(await ledger.after(0, 10)).toEqual(sent.map((each, place) => Object.assign({ number: place + 1 }, each)));
    expect(await ledger.since(NOW_MS, 3)).toEqual(await ledger.after(0, 10));
  });

  it('leaves no gap when many send together, and refuses an amount of zero', async () => {
    const { simulatedLedger: ledger } = opened;
    await Promise.all(Array.from({ length: 10 }, (_, place) => ledger.send(transfer(`a${place}`))));
    await expect(ledger.send(transfer('none', NOW_MS, '0'))).rejects.toThrow();
    await ledger.send(transfer('last'));
    expect((await ledger.after(0, 20)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('takes a limited number of transfers to an address, also of those sent together', async () => {
    const { simulatedLedger: ledger } = opened;
    const asked = Array.from({ length: LIMITS.simulatedPaymentsMax + 5 }, () => ledger.send(transfer('full')));
    const sent = await Promise.all(asked);
    expect(sent.filter(Boolean)).toHaveLength(LIMITS.simulatedPaymentsMax);
    expect(await ledger.send(transfer('another'))).toBe(true);
    const all = await ledger.after(0, 2 * asked.length);
    expect(all.map(({ number }) => number)).toEqual(all.map((_, place) => place + 1));
    expect(all.filter(({ address }) => address === 'full')).toHaveLength(LIMITS.simulatedPaymentsMax);
  });
});
