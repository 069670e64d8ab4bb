/** A client may keep its copy, and asks whether it is current. */
export const REVALIDATED = { 'cache-control': 'no-cache' };
