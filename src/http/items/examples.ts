import { fiatAmount } from '../../domain/money/money.ts';
import { presentItem } from './present-item.ts';

/** An item as the API returns it. */
export const exampleItem = presentItem({
  itemId: 'sku_tulip_bulbs',
  name: 'Tulip bulbs, 25 pieces',
  unitAmount: fiatAmount(5_000),
  currency: 'USD',
  updatedAtMs: Date.UTC(2026, 10, 15, 9, 30),
});

export const exampleCsv = 'item_id,name,unit_amount,currency\nsku_vase,"Vase, blue",3490,EUR\nsku_card,Card,300,EUR\n';
