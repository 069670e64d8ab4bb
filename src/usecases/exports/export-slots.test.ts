import { describe, expect, it } from 'vitest';
import type { MerchantId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ExportSlots } from './export-slots.ts';

const merchant = (name: string) => `mer_${name}` as MerchantId;

describe('the slots of exports', () => {
  it('are limited per merchant, and given back once', () => {
    const slots = new ExportSlots();
    const taken = Array.from({ length: LIMITS.exportsOfMerchantMax }, () => slots.take(merchant('a')));
    expect(() => slots.take(merchant('a'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    slots.take(merchant('b'));
    taken[0]?.();
    taken[0]?.();
    expect(slots.count).toBe(LIMITS.exportsOfMerchantMax);
    slots.take(merchant('a'));
    expect(() => slots.take(merchant('a'))).toThrow('Too many of your exports');
  });

  it('are limited for the process', () => {
    const slots = new ExportSlots();
    for (let index = 0; index < LIMITS.exportsMax; index += 1) slots.take(merchant(String(index)));
    expect(() => slots.take(merchant('late'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});
