import { Problem } from '../../domain/errors.ts';
import { type MerchantId, makeId } from '../../domain/ids.ts';
import { foldText } from '../../domain/intents/search-terms.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SavedView, SavedViews } from '../../ports/saved-views.ts';

/** Saves filters under a name. The same name in any case replaces the filters. */
export async function saveView(
  { clock, random, savedViews }: { clock: Clock; random: Random; savedViews: Pick<SavedViews, 'save'> },
  merchantId: MerchantId,
  { name, query }: Pick<SavedView, 'name' | 'query'>,
): Promise<SavedView> {
  const createdAtMs = clock.nowMs();
  const shown = name.trim();
  const foldedName = foldText(shown);
  if (foldedName === '') {
    throw new Problem('validation_failed', 'The body is invalid.', {
      errors: [
        { pointer: '#/name', code: 'invalid_value', detail: 'Must be a name with at least one letter or digit.' },
      ],
    });
  }
  const view = { id: makeId('view', createdAtMs, random.bytes(10)), name: shown, foldedName, query, createdAtMs };
  const saved = await savedViews.save(merchantId, view, LIMITS.savedViewsMax);
  if (saved) return saved;
  throw new Problem(
    'invalid_state',
    `There are already ${LIMITS.savedViewsMax} saved views, the maximum. Delete one first.`,
  );
}
