import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpcVariable } from '../../src/domain/networks/rpc-variable.ts';
import { type Shop, startShop } from '../http/start-shop.ts';
import { florin } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { newAccount } from './chain-reader.ts';
import { createPayable, networkState, untilStatus } from './engine-client.ts';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from './start-bitcoin-node.ts';
import { type EsploraFacade, startEsploraFacade } from './start-esplora-facade.ts';

const litecoin = NODE_PROGRAMS.find(({ network }) => network.coin === 'LTC');

/** The whole service on an Esplora server. */
describe.runIf(litecoin?.command)('paying in LTC without a node', () => {
  const program = litecoin ?? expect.fail();
  const { name: network } = program.network;
  let node: BitcoinNodeProcess;
  let facade: EsploraFacade;
  let shop: Shop;

  beforeAll(async () => {
    node = await startBitcoinNode(program);
    facade = await startEsploraFacade(node);
    const env = { [rpcVariable(network)]: facade.url, FLORIN_LOG_LEVEL: 'fatal' };
    shop = await startShop(env);
    const wallet = ['--network', network, '--xpub', newAccount(), '--script-type', 'p2wpkh'];
    await florin({ ...shop.options, env }, 'wallets', 'add', '--merchant', shop.keys.merchant_id, ...wallet);
  });

  afterAll(async () => {
    await shop.stop();
    await facade.remove();
    await node.remove();
  });

  it('is seen in the mempool, and final in blocks', async () => {
    const { id, address } = await createPayable(shop, network, '0.5 LTC');
    await node.send(address, '0.5');
    const seen = await untilStatus(shop, id, 'processing');
    expect(seen).toMatchObject({ amount_pending: '0.5', amount_received: '0', payments: [{ state: 'seen' }] });
    await node.mine(6);
    const paid = await untilStatus(shop, id, 'succeeded');
    expect(paid).toMatchObject({ amount_received: '0.5', flags: [], payments: [{ state: 'final' }] });
  });

  it('succeeds after the server was away, and on one that rejects every other call', async () => {
    const { id, address } = await createPayable(shop, network, '0.4 LTC');
    facade.state = 'closed';
    await waitUntil('the network is delayed', async () => (await networkState(shop, network)) === 'delayed');
    facade.isLimited = (number) => number % 2 === 0;
    facade.state = 'open';
    await node.send(address, '0.4');
    await untilStatus(shop, id, 'processing');
    await node.mine(6);
    await untilStatus(shop, id, 'succeeded');
    expect(await networkState(shop, network)).toBe('ok');
  });

  it('asks for the addresses of open intents only', async () => {
    const closed = await createPayable(shop, network, '0.3 LTC');
    await node.send(closed.address, '0.3');
    await node.mine(6);
    await untilStatus(shop, closed.id, 'succeeded');
    facade.requests.length = 0;
    const open = await createPayable(shop, network, '0.3 LTC');
    const asks = (address: string) => facade.requests.filter((path) => path.includes(address)).length;
    await waitUntil('the open address was asked for twice', async () => asks(open.address) >= 2);
    expect(asks(closed.address)).toBe(0);
  });
});
