import type { NodeReader } from '../rpc/node-reader.ts';
import { asCount, asRecord, asText } from './read-response.ts';

const FINALIZED = { commitment: 'finalized' };
/** A block without its transactions. */
const HASH_ONLY = { ...FINALIZED, transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 1 };

/** The finalized slots of a single Solana node. */
export const nodeReader: NodeReader = {
  async readBlockHash(call, slot) {
    return asText(asRecord(await call('getBlock', [slot, HASH_ONLY]), 'a block')['blockhash'], 'the hash of a block');
  },
  readTipHeight: async (call) => asCount(await call('getSlot', [FINALIZED]), 'the newest slot'),
};
