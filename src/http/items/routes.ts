import { toSessionRoute } from '../server/to-session-route.ts';
import { createItem } from './create-item.ts';
import { deleteItem } from './delete-item.ts';
import { listItems } from './list-items.ts';
import { putItem } from './put-item.ts';

export const itemRoutes = [
  listItems,
  createItem,
  putItem,
  deleteItem,
  toSessionRoute(listItems),
  toSessionRoute(createItem, 'items:write'),
  toSessionRoute(putItem, 'items:write'),
  toSessionRoute(deleteItem, 'items:write'),
];
