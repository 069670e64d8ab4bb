import { nodeReader as coreReader } from '../bitcoin/node-reader.ts';
import { asCount, asHash } from '../bitcoin/read-response.ts';
import type { NodeReader } from '../rpc/node-reader.ts';

/** The blocks of a single Esplora server. */
export const nodeReader: NodeReader = {
  ...coreReader,
  readBlockHash: async (call, height) => asHash(await call(`/block-height/${height}`, ['text']), 'block hash'),
  readTipHeight: async (call) => asCount(Number(await call('/blocks/tip/height', ['text'])), 'height'),
};
