/** The version of this server, as in package.json. */
export const SERVER_VERSION = '0.1.0';

/** The API version that new keys are pinned to. */
export const API_VERSION = '2026-11-15';

/** Every version that a request may name, newest first. */
export const API_VERSIONS: readonly string[] = [API_VERSION];
