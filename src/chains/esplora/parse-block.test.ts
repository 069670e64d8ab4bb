import { hash as digest } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { BITCOIN_NETWORKS } from '../bitcoin/network-parameters.ts';
import { parseBlock } from './parse-block.ts';

const PARAMETERS = BITCOIN_NETWORKS.bitcoin;
const PARENT = '11'.repeat(32);
const SPENT = '22'.repeat(32);
const TIME = 1_790_000_000;

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const twice = (bytes: Buffer) => digest('sha256', digest('sha256', bytes, 'buffer'), 'buffer');
const idOf = (bytes: Buffer) => Buffer.from(twice(bytes).toReversed()).toString('hex');

/** The first block of Bitcoin, as every node has it. */
const GENESIS = hex(
  `01000000 ${'00'.repeat(32)} 3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a 29ab5f49 ffff001d
   1dac2b7c 01 01000000 01 ${'00'.repeat(32)} ffffffff 4d
   04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64
   206261696c6f757420666f722062616e6b73 ffffffff 01 00f2052a01000000 43
   4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a
   4c702b6bf11d5f ac 00000000`.replaceAll('\n', ''),
);

const KEY_HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OLD_ADDRESS = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH';
const INPUT = `01 ${SPENT} 07000000 00 fdffffff`;
/** 0.5 to a new address, something unspendable, and 0.25 to an old address. */
const OUTPUTS = `03 80f0fa0200000000 16 0014${KEY_HASH} 0000000000000000 02 6a00 40787d0100000000 19 76a914${KEY_HASH}88ac`;
const BODY = `02000000 ${INPUT} ${OUTPUTS} 00000000`;
const PLAIN = hex(BODY);
const WITNESS = hex(`02000000 0001 ${INPUT} ${OUTPUTS} 02 03 aabbcc 00 00000000`);
const MWEB = hex(`02000000 0008 ${INPUT} ${OUTPUTS} 00 00000000`);

const PAID = {
  tx: idOf(PLAIN),
  spends: [`${SPENT}:7`],
  outputs: [
    { index: 0, address: ADDRESS, amount: parseDecimal('0.5') },
    { index: 2, address: OLD_ADDRESS, amount: parseDecimal('0.25') },
  ],
};

/** A block with one transaction, or with the given root. */
function blockOf(transactions: readonly Buffer[], root = twice(PLAIN)): { bytes: Buffer; hash: string } {
  const time = Buffer.alloc(4);
  time.writeUInt32LE(TIME);
  const header = Buffer.concat([hex('00000020'), hex(PARENT), root, time, hex('ffff001d 00000000')]);
  return { bytes: Buffer.concat([header, Buffer.from([transactions.length]), ...transactions]), hash: idOf(header) };
}

const parse = ({ bytes, hash }: { bytes: Buffer; hash: string }) => parseBlock(bytes, hash, PARAMETERS);
const distrusted = (message: RegExp) => ({
  name: 'ChainError',
  kind: 'distrusted',
  message: expect.stringMatching(message),
});

describe('a raw block', () => {
  it('is read, without the outputs of its coinbase transaction', async () => {
    const block = await parse({ bytes: GENESIS, hash: PARAMETERS.genesisHash });
    expect(block).toMatchObject({ parentHash: '0'.repeat(64), timeMs: 1_231_006_505_000 });
    const tx = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
    expect(block.transactions).toEqual([{ tx, spends: [], outputs: [] }]);
  });

  it.each([
    ['without witnesses', PLAIN],
    ['with witnesses, which are not part of its ID', WITNESS],
    ['that moves coins of Litecoin’s confidential part', MWEB],
  ])('can have a transaction %s', async (_, bytes) => {
    expect(await parse(blockOf([bytes]))).toEqual({
      hash: blockOf([bytes]).hash,
      parentHash: PARENT,
      timeMs: TIME * 1_000,
      transactions: [PAID],
    });
  });

  it('can have an odd number of transactions', async () => {
    const id = twice(PLAIN);
    const pair = twice(Buffer.concat([id, id]));
    const { transactions } = await parse(blockOf([PLAIN, PLAIN, PLAIN], twice(Buffer.concat([pair, pair]))));
    expect(transactions).toEqual([PAID, PAID, PAID]);
  });

  it('may be followed by data of Litecoin’s confidential part', async () => {
    const { bytes, hash } = blockOf([PLAIN]);
    expect((await parse({ bytes: Buffer.concat([bytes, hex('01020304')]), hash })).transactions).toEqual([PAID]);
  });
});

describe('a server is distrusted', () => {
  it('if it returns another block', async () => {
    await expect(parse({ ...blockOf([PLAIN]), hash: PARENT })).rejects.toMatchObject(distrusted(/another block/));
  });

  it('if it adds to a payment, adds a payment or hides one', async () => {
    const more = hex(BODY.replace('80f0fa02', '80f0fa03'));
    for (const transactions of [[more], [PLAIN, more], [PLAIN, PLAIN], []])
      await expect(parse(blockOf(transactions))).rejects.toMatchObject(distrusted(/are not those of its header/));
  });

  it('if the block is cut off, wherever', async () => {
    const { bytes, hash } = blockOf([WITNESS]);
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = parse({ bytes: bytes.subarray(0, length), hash });
      await expect(cut).rejects.toMatchObject(distrusted(/cut off/));
    }
  });
});
