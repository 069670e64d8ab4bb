const PREFIX = /^esplora\+(?=https?:\/\/)/;

/** Whether a URL leads to a server with Esplora's HTTP interface, and not to a node. */
export const isEsploraUrl = (url: string): boolean => PREFIX.test(url);

/** The URL to call, without the prefix that says what is there. */
export const plainUrl = (url: string): string => url.replace(PREFIX, '');
