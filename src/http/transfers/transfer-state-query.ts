import { Type } from 'typebox';
import { words } from '../server/shapes.ts';

export const transferStateQuery = Type.Optional(
  words(['unmatched', 'all'], { description: 'Only transfers that are not assigned (the default), or all.' }),
);
