/** For data that changes only with the version of the server. */
export const NOT_MODIFIED = { description: 'The client has the current version, by `If-None-Match`.' };

/** A client may keep its copy, and asks whether it is current. */
export const REVALIDATED = { 'cache-control': 'no-cache' };
