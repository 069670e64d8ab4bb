import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { networkOf } from '../src/domain/networks/network.ts';
import { walletNetworkOf } from '../src/domain/wallets/wallet-network-of.ts';
import { createIntentExamples } from '../src/http/intents/examples.ts';
import { createPath, requestHeaders } from './make-request.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { addWallet, createMerchant, type Keys, type Server, startService } from './start-server.ts';

const LOOK_MS = 100;
const READ_MS_MAX = 60_000;

interface Watched {
  name: string;
  network: string;
  nodeUrl: string;
  /** The wallet options of the command line. */
  wallet: readonly string[];
  /** More settings of the server. */
  env?: Record<string, string>;
}

/** The payment target that the payer of an intent sees. */
export interface Asked {
  id: string;
  address: string;
  uri: string;
  /** What to send, exact if the address is shared. */
  amount: string;
}

interface Option extends Asked {
  network: string;
  manual: { amount: string } | null;
}

export interface WatchedShop {
  databaseUrl: string;
  keys: Keys;
  /** Starts a server with both roles, as `npm start` does. */
  start(): Promise<Server>;
  /** Resolves when the network has been scanned up to now. */
  untilRead(): Promise<void>;
  /** Creates an intent and opens its checkout. */
  ask(server: Server, due: string): Promise<Asked>;
  /** The number of payments of an intent, according to the API. */
  countPayments(server: Server, id: string): Promise<number>;
}

/** Creates a merchant with a wallet on a network that its server watches. */
export async function openWatchedShop(bench: Bench, watched: Watched): Promise<WatchedShop> {
  const { name, network, nodeUrl, wallet } = watched;
  const { folder, postgres, cleanUp, signal } = bench;
  const place = { folder, name, databaseUrl: await postgres.createDatabase(name) };
  const env = { [`FLORIN_RPC_${network.toUpperCase().replaceAll('-', '_')}`]: nodeUrl, ...watched.env };
  const keys = await createMerchant(place, signal);
  await addWallet(
    place,
    env,
    ['--merchant', keys.merchant_id, '--network', walletNetworkOf(networkOf(network)), ...wallet],
    signal,
  );
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: requestHeaders(keys), signal });
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    databaseUrl: place.databaseUrl,
    keys,
    start: () => startService(place, { ...env, FLORIN_ROLES: 'api,worker' }, cleanUp, signal),
    async untilRead() {
      const now = new Date();
      const statement = 'SELECT 1 FROM florin_data.scans WHERE network = $1 AND scanned_until >= $2';
      for (let waitedMs = 0; waitedMs < READ_MS_MAX; waitedMs += LOOK_MS) {
        if ((await runSql(place.databaseUrl, signal, statement, [network, now])).length > 0) return;
        await sleep(LOOK_MS, undefined, { signal });
      }
      throw new Error(`${network} was not scanned within ${READ_MS_MAX / 1_000} s; see ${join(folder, name)}.log`);
    },
    async ask({ baseUrl }, due) {
      const asset = due.split(' ')[1] ?? '';
      const { value } = createIntentExamples.integer_tax;
      const body = JSON.stringify({ ...value, crypto_amount_requested: due, exchange_rate: `1 ${asset} = $50` });
      const headers = requestHeaders(keys);
      const answer = await fetch(`${baseUrl}${createPath(keys)}`, { method: 'POST', headers, body, signal });
      const id = /pi_\w+/.exec(await answer.text())?.[0] ?? '';
      const { options } = await read(`${baseUrl}/${keys.public_key}/checkout/${id}/status`);
      const option = (options as Option[]).find((one) => one.network === network);
      if (!option) throw new Error(`The checkout does not offer ${network}; see ${join(folder, name)}.log`);
      const { address, uri, amount, manual } = option;
      return { id, address, uri, amount: manual?.amount ?? amount };
    },
    async countPayments({ baseUrl }, id) {
      const { payments } = await read(`${baseUrl}/${keys.public_key}/payment_intents/${id}`);
      return (payments as unknown[]).length;
    },
  };
}
