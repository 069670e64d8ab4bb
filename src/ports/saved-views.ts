import type { MerchantId, ViewId } from '../domain/ids.ts';

/** Filters of the payments with a name, for everyone of a merchant. */
export interface SavedView {
  id: ViewId;
  name: string;
  /** The query of the page, as in its URL: `status=expired&asset=BTC`. */
  query: string;
  createdAtMs: number;
}

export interface SavedViews {
  /** By name. */
  list(merchantId: MerchantId): Promise<SavedView[]>;
  /**
   * Saves a view. One with the same folded name keeps its ID and gets the new name and query. Returns what was saved, or
   * undefined if the merchant has the most already.
   */
  save(merchantId: MerchantId, view: SavedView & { foldedName: string }, max: number): Promise<SavedView | undefined>;
  /** False if there is none. */
  delete(merchantId: MerchantId, id: ViewId): Promise<boolean>;
}
