import type { Static } from 'typebox';
import type { SavedView } from '../../ports/saved-views.ts';
import type { SavedViewSchema } from './view-schema.ts';

export const presentView = ({ id, name, query, createdAtMs }: SavedView): Static<typeof SavedViewSchema> => ({
  id,
  object: 'saved_view',
  name,
  query,
  created_at: new Date(createdAtMs).toISOString(),
});
