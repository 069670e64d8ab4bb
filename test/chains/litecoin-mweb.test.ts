import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { Addresses, chainAt, Reader, to } from './chain-reader.ts';
import { esploraAt } from './contract-scene-esplora.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';
import { type EsploraFacade, startEsploraFacade } from './start-esplora-facade.ts';

/** On a private chain, MWEB starts at this height, with a block that must move money into it. */
const FIRST_HEIGHT = 432;

const programs = NODE_PROGRAMS.filter(({ network }) => network.coin === 'LTC');

describe.each(programs)('on $name', (program) => {
  describe.skipIf(program.command === undefined)('money that goes through MWEB', () => {
    let node: BitcoinNodeProcess;
    let facade: EsploraFacade;

    const changeWallet = async (from: string, toName: string) => {
      await node.call('unloadwallet', from);
      await node.call('loadwallet', toName);
    };

    beforeAll(async () => {
      node = await startBitcoinNode(program);
      facade = await startEsploraFacade(node);
      await node.mine(FIRST_HEIGHT - 1 - (await node.call<number>('getblockcount')));
    });

    afterAll(async () => {
      await facade.remove();
      await node.remove();
    });

    it('is hidden inside MWEB, and credited when it is paid to an address', async () => {
      const chain = chainAt(node.url, program.network);
      const address = new Addresses(chain).take();
      const readers = [new Reader(chain), new Reader(esploraAt([facade.url], program.network))];
      for (const reader of readers) {
        reader.addresses = [address];
        await reader.catchUp();
      }

      await node.call('unloadwallet', 'shop');
      await node.call('createwallet', 'hidden');
      const hidden = await node.call<string>('getnewaddress', '', 'mweb');
      await changeWallet('hidden', 'shop');
      const into = await node.send(hidden, '5');
      for (const reader of readers) {
        const waiting = await reader.catchUp();
        expect(waiting.flatMap(({ transfers }) => transfers.filter(({ tx }) => tx === into))).toEqual([]);
      }
      await node.mine(1);
      for (const reader of readers)
        expect((await reader.catchUp()).at(-1)).toMatchObject({ tipHeight: FIRST_HEIGHT, behind: false });

      // A wallet with only confidential money pays a public address.
      await changeWallet('shop', 'hidden');
      await node.mine(1);
      await node.send(address, '1.5');
      for (const reader of readers) expect(to(address, await reader.catchUp())).toEqual([]);
      await node.mine(1);
      const tipHeight = await node.call<number>('getblockcount');
      for (const reader of readers) {
        const [transfer, ...more] = to(address, await reader.catchUp());
        expect(more).toEqual([]);
        expect(transfer).toMatchObject({ amount: parseDecimal('1.5'), blockHeight: tipHeight, asset: 'LTC' });
        expect(transfer?.spends.length).toBeGreaterThan(0);
      }
    });
  });
});
