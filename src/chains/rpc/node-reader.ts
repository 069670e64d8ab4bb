import type { Call } from './rpc.ts';

/** How to ask one node of a chain family about its blocks. `call` talks to that node alone. */
export interface NodeReader {
  /** Throws if the node does not have the block. */
  readBlockHash(call: Call, height: number): Promise<string>;
  readTipHeight(call: Call): Promise<number>;
  /** The end of the hash that a scan with this cursor has read at a height; undefined if the cursor does not tell. */
  hashInCursor?(cursor: string, height: number): string | undefined;
}
