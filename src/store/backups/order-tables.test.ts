import { describe, expect, it } from 'vitest';
import { orderTables } from './order-tables.ts';

const table = (name: string, ...references: string[]) => ({ schema: 's', name, references });

describe('the order of tables', () => {
  it('puts a table after those that it refers to', () => {
    const tables = [
      table('keys', 's.keys', 's.merchants'),
      table('merchants', 's.stores'),
      table('stores'),
      table('a'),
    ];
    expect(orderTables(tables).map(({ name }) => name)).toEqual(['stores', 'a', 'merchants', 'keys']);
  });

  it('ignores references to tables that are not copied', () => {
    expect(orderTables([table('a', 's.left_out')])).toHaveLength(1);
  });

  it('names tables that no order fits', () => {
    expect(() => orderTables([table('a', 's.b'), table('b', 's.a')])).toThrow('s.a, s.b refer to each other');
  });
});
