/** Signs a text with one account of a browser wallet; undefined if the wallet does not sign. */
export type Sign = (text: string) => Promise<string | undefined>;

/** A browser wallet: finds its account with an address; undefined if it has none or its owner declines to connect. */
export type Signer = (address: string) => Promise<Sign | undefined>;
