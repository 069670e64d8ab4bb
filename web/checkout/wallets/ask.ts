/** Calls a method of an EVM wallet (EIP-1193). */
export type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;
