import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, runSql } from '../../support/databases.ts';
import { createCluster } from '../../support/external-postgres.ts';
import type { NewMerchant } from '../../support/server.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Fault } from '../fault.ts';
import { type Load, Orders } from '../lab/orders.ts';
import { Rig } from '../lab/rig.ts';

/** How long the rate is measured, with both stores and with one, several times by turns: other work makes it uneven. */
const MEASURED_MS = 6_000;
const TURNS = 4;
/** How long processes have for finding out that a store is down, or is there again. */
const NOTICED_MS = 2_000;
const RATE_PART_MIN = 0.9;
const GUEST_PAUSE_MS = 50;
const GUEST = ['--name', 'Guest', '--email', 'guest@example.com', '--password', 'correct horse battery'];

export const loseStore: Fault = {
  name: 'lose-store',
  group: 'databases',
  title:
    'SIGKILL of the PostgreSQL of one of two stores, four times, for 8 s each; the other store must keep nine tenths of its rate',
  needs: ['PostgreSQL'],
  secondsMax: 300,
  async run(lab) {
    const rig = await Rig.open(lab);
    const folder = join(lab.folder, 'other');
    mkdirSync(folder);
    const cluster = await createCluster({ folder, settings: ['dynamic_shared_memory_type=mmap'] });
    lab.cleanUp.add(() => cluster.kill());
    await cluster.start();
    const otherUrl = await createDatabase(cluster.url);
    await runCommand(rig.options(), 'stores', 'add', otherUrl, '--name', 'other', '--open');
    const keys = await runCommand<NewMerchant>(rig.options(), 'merchants', 'create', ...GUEST);
    const guest = new Orders({ baseUrl: () => rig.baseUrl, keys, signal: lab.signal });
    const { load } = await rig.startAll(50);
    const guests = keepOrdering(guest, lab.signal);
    const [both, alone]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < lab.count(TURNS, 1); turn += 1) {
      both.push(await measureRate(rig));
      await cluster.kill();
      alone.push(await measureRate(rig));
      await cluster.start();
      await guest.untilCreated(`after-${turn}`);
    }
    await Promise.all([load.end(), guests.end()]);
    await guest.repeatUnanswered();
    const part = median(alone) / median(both);
    lab.observe(
      `orders/s of the other store with both: ${print(both)}; with one of them down: ${print(alone)}; ` +
        `${part.toFixed(2)} × by the medians; ${guest.unavailable} answers with 503 for the merchant of the lost one`,
    );
    lab.checkRules([
      { rule: 'a store keeps nine tenths of its rate while another one is down', broken: listSlow(part) },
      { rule: 'only merchants of a store that is down get 503', broken: rig.orders.unavailable > 0 ? ['503'] : [] },
      { rule: 'every answer to a client of a lost store is documented', broken: guest.violations },
      { rule: 'a lost store has every intent that it acknowledged, once', broken: await compare(otherUrl, guest) },
    ]);
    lab.check(guest.unavailable > 0, 'No order was answered with 503.');
    await rig.finish();
  },
};

/** Orders at a steady pace that nobody pays: only payments of the main database are compared with the network. */
function keepOrdering(orders: Orders, signal: AbortSignal): Load {
  const over = new AbortController();
  const run = async () => {
    for (let count = 0; !over.signal.aborted && !signal.aborted; count += 1) {
      await orders.create(`guest-${count}`);
      await sleep(GUEST_PAUSE_MS);
    }
  };
  const running = run();
  return {
    async end() {
      over.abort();
      await running;
    },
  };
}

async function measureRate({ orders }: Rig): Promise<number> {
  await sleep(NOTICED_MS);
  const [before, startedAt] = [orders.acknowledged.size, performance.now()];
  await sleep(MEASURED_MS);
  return ((orders.acknowledged.size - before) * 1_000) / (performance.now() - startedAt);
}

async function compare(url: string, { acknowledged }: Orders): Promise<string[]> {
  const rows = await runSql<{ key: string }>(url, 'SELECT order_id AS key FROM florin_data.payment_intents');
  const stored = Map.groupBy(rows, ({ key }) => key);
  return [...acknowledged.keys()].filter((key) => stored.get(key)?.length !== 1);
}

const listSlow = (part: number): string[] => (part < RATE_PART_MIN ? [`${part.toFixed(2)} ×`] : []);

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const print = (all: readonly number[]): string => all.map((one) => one.toFixed(0)).join(', ');
