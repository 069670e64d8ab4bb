import type { NodeReader } from '../rpc/node-reader.ts';
import { toQuantity } from './create-node.ts';
import { parseCursor } from './cursor.ts';
import { readHeader } from './read-block.ts';
import { asCount } from './read-response.ts';

/** The blocks of a single node. */
export const nodeReader: NodeReader = {
  async readBlockHash(call, height) {
    return readHeader(await call('eth_getBlockByNumber', [toQuantity(height), false])).hash;
  },
  readTipHeight: async (call) => asCount(await call('eth_blockNumber'), 'height'),
  hashInCursor: (cursor, height) => parseCursor(cursor).trail.find((mark) => mark.height === height)?.hash,
};
