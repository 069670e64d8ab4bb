import type { NodeReader } from '../rpc/node-reader.ts';
import { parseCursor, trailAt } from './cursor.ts';
import { asCount, asHash } from './read-response.ts';

/** The blocks of a single node with Bitcoin Core's RPC interface. */
export const nodeReader: NodeReader = {
  readBlockHash: async (call, height) => asHash(await call('getblockhash', [height]), 'block hash'),
  readTipHeight: async (call) => asCount(await call('getblockcount'), 'height'),
  hashInCursor: (cursor, height) => trailAt(parseCursor(cursor), height),
};
