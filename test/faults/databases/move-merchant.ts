import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { create } from '../../support/client.ts';
import { createDatabase, runSql } from '../../support/databases.ts';
import { freePort } from '../../support/external-postgres.ts';
import { florinEnv, type NewMerchant, PROGRAM } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { runCommand } from '../../upgrade/run-command.ts';
import type { Fault } from '../fault.ts';
import { Receiver } from '../lab/receiver.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { seedIntents } from '../lab/seed-intents.ts';
import { checkDeliveries, subscribe, TO_LOOPBACK, untilDelivered } from '../lab/subscriptions.ts';

/** How many intents the merchant has, for larger trials than that of the catalog. */
const INTENTS = Number(process.env['FAULT_INTENTS'] ?? 20_000);
/** A larger merchant takes minutes to copy, and its events do not fit into the memory of the test. */
const IS_LARGE = INTENTS > 50_000;
const ORDERS_PER_SECOND = 50;
const HELD_MS_MAX = 2_000;
/** Longer than the mover may stand still while it holds writes. */
const STOPPED_MS = 4_000;
const NEIGHBOR = ['--name', 'Neighbor', '--email', 'neighbor@example.com', '--password', 'correct horse battery'];

/** What the mover has said last when it is killed, and how long after that at most. Copying takes longer with more intents. */
const MOMENTS = [
  { after: '', msMax: 2_000 + INTENTS / 20 },
  { after: 'Catching up', msMax: 60 },
  { after: 'Catching up', msMax: 200 },
  { after: 'Switched', msMax: 3_000 },
  { after: 'Deleting', msMax: 300 },
];

/** One of the processes that run on while the merchant moves. */
interface Node {
  process: ChildProcess;
}

export const moveMerchant: Fault = {
  name: 'move-merchant',
  group: 'databases',
  title:
    'A merchant moves to another data store and back at 50 orders/s with webhooks: SIGKILL of the mover at five moments, ' +
    'SIGSTOP of the mover, and of an API and a worker over the switch and the clean-up',
  needs: ['PostgreSQL'],
  secondsMax: 900 + INTENTS / 100,
  async run(lab) {
    const rig = await Rig.open(lab, { env: TO_LOOPBACK });
    const trial = await Trial.open(rig);
    await seedIntents(rig, lab.count(INTENTS, 300));
    const receiver = await Receiver.start(lab);
    const events = ['payment_intent.succeeded', 'payment.*'];
    const inbox = await subscribe(rig, receiver.open('paid'), events, (type) =>
      /^payment\.|^payment_intent\.succeeded$/.test(type),
    );
    const load = rig.orders.sendSteadily('order', ORDERS_PER_SECOND);
    for (const [place, moment] of MOMENTS.entries()) {
      await trial.kill(moment);
      if (!IS_LARGE || place === MOMENTS.length - 1) await trial.move();
    }
    lab.observe(`slowest answer until here ${seconds(rig.orders.slowestMs)}`);
    await trial.stopMover();
    if (!IS_LARGE) {
      await trial.stopNodes('Deleting');
      await trial.stopNodes('Switched');
    }
    await load.end();
    trial.report();
    await rig.untilSettled();
    await untilDelivered(rig);
    await rig.checkDatabase();
    await trial.checkLeftovers();
    if (!IS_LARGE) await checkDeliveries(rig, receiver, [inbox]);
  },
};

class Trial {
  readonly #rig: Rig;
  readonly #otherUrl: string;
  readonly #storeId: string;
  /** One API and one worker, beside those that are never stopped. */
  readonly #nodes: readonly Node[];
  readonly #movers: Mover[] = [];
  #slowestMs = 0;
  #isAway = false;

  private constructor(rig: Rig, parts: { otherUrl: string; storeId: string; nodes: readonly Node[] }) {
    this.#rig = rig;
    this.#otherUrl = parts.otherUrl;
    this.#storeId = parts.storeId;
    this.#nodes = parts.nodes;
  }

  /** A second store with a merchant that is watched on the same network, and two processes with each role. */
  static async open(rig: Rig): Promise<Trial> {
    const otherUrl = await createDatabase(rig.cluster.url);
    const added = ['stores', 'add', otherUrl, '--name', 'other', '--open'];
    const { id: storeId } = await runCommand<{ id: string }>(rig.options(), ...added);
    const neighbor = await runCommand<NewMerchant>(rig.options(), 'merchants', 'create', ...NEIGHBOR);
    const ports = [rig.port, await freePort()];
    const apis = [await rig.startApi(), await rig.startApi({ port: ports[1] ?? 0 })];
    const workers = [await rig.startWorker(), await rig.startWorker()];
    const { text } = await create(rig.baseUrl, neighbor);
    rig.lab.check(text.includes('payment_intent_id'), `The neighbor has no intent: ${text}`);
    let turn = 0;
    rig.chooseBaseUrl = () => `http://127.0.0.1:${ports[((turn += 1)) % ports.length]}`;
    return new Trial(rig, { otherUrl, storeId, nodes: [apis[1], workers[1]].filter((node) => node !== undefined) });
  }

  get #to(): string {
    return this.#isAway ? 'main' : this.#storeId;
  }

  #start(): Mover {
    const { lab, keys } = this.#rig;
    const mover = new Mover(florinEnv(this.#rig.options()), keys.merchant_id, this.#to);
    this.#movers.push(mover);
    lab.cleanUp.add(() => mover.kill());
    return mover;
  }

  async kill({ after, msMax }: (typeof MOMENTS)[number]): Promise<void> {
    const mover = this.#start();
    if (after === '') await this.#untilBegun();
    else await mover.untilSays(after);
    await sleep(this.#rig.lab.prng.below(Math.ceil(msMax)));
    await mover.kill();
  }

  #untilBegun(): Promise<boolean> {
    const text = 'SELECT FROM florin_control.merchant_moves';
    return waitUntil('the move has begun', async () => (await this.#rig.sql(text)).length > 0);
  }

  /** A mover that stands still at the switch: the hold ends without it. */
  async stopMover(): Promise<void> {
    const mover = this.#start();
    await mover.untilSays('Catching up');
    await sleep(this.#rig.lab.prng.below(60));
    mover.process.kill('SIGSTOP');
    const before = this.#rig.orders.acknowledged.size;
    await sleep(STOPPED_MS);
    const acknowledged = this.#rig.orders.acknowledged.size - before;
    mover.process.kill('SIGCONT');
    await mover.ended;
    this.#rig.lab.observe(`${acknowledged} orders acknowledged while the mover was stopped for ${seconds(STOPPED_MS)}`);
    await this.move();
  }

  /** Processes that do not hear of the switch, and wake up when the mover says this. */
  async stopNodes(until: string): Promise<void> {
    const mover = this.#start();
    await mover.untilSays('Catching up');
    for (const { process } of this.#nodes) process.kill('SIGSTOP');
    await mover.untilSays(until);
    for (const { process } of this.#nodes) process.kill('SIGCONT');
    await mover.ended;
    await this.move();
  }

  /** Ends what was interrupted, or moves. */
  async move(): Promise<void> {
    const startedAt = performance.now();
    const mover = this.#start();
    await mover.ended;
    if (mover.process.exitCode !== 0) throw new Error(`The move failed: ${mover.output}`);
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt);
    this.#isAway = !this.#isAway;
  }

  report(): void {
    const { lab } = this.#rig;
    const moved = this.#movers.flatMap(({ output }) => [...output.matchAll(/Moved (\d+) rows\D+(\d+) ms/g)]);
    const rows = moved.map(([, count]) => Number(count));
    const heldMs = moved.map(([, , ms]) => Number(ms));
    lab.observe(
      `${this.#movers.length} movers, of which ${moved.length} switched and said so: up to ${Math.max(...rows)} rows, writes ` +
        `held for ${heldMs.join(', ')} ms; the slowest run of the command that was left alone took ${seconds(this.#slowestMs)}`,
    );
    lab.check(moved.length > 1, 'Too few movers said for how long they held writes.');
    lab.checkRules([
      {
        rule: 'a move holds writes for at most 2 s',
        broken: heldMs.filter((ms) => ms > HELD_MS_MAX).map((ms) => `${ms} ms`),
      },
    ]);
  }

  /** The merchant is back in the main database, and nothing of it is elsewhere. */
  async checkLeftovers(): Promise<void> {
    const [merchant] = await this.#rig.sql<{ id: string }>(
      'SELECT merchant_id AS id FROM florin_control.api_keys WHERE public_key = $1',
      [this.#rig.keys.public_key],
    );
    const tables = await runSql<{ name: string }>(
      this.#otherUrl,
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'merchant_id'
       WHERE c.relnamespace = 'florin_data'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname <> 'moves'`,
    );
    const broken: string[] = [];
    for (const { name } of tables) {
      const text = `SELECT FROM florin_data.${name} WHERE merchant_id = $1 LIMIT 1`;
      if ((await runSql(this.#otherUrl, text, [merchant?.id])).length > 0) broken.push(name);
    }
    this.#rig.lab.checkRules([{ rule: 'nothing of a merchant is left in the store that it has left', broken }]);
  }
}

/** `merchants move` in a process that can be killed and stopped. */
class Mover {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly #stderr: Readable;
  /** What it has said so far. */
  output = '';
  #hasEnded = false;

  constructor(env: NodeJS.ProcessEnv, merchant: string, to: string) {
    const args = [PROGRAM, 'merchants', 'move', merchant, to];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    this.process = child;
    this.#stderr = child.stderr;
    this.ended = once(child, 'exit').finally(() => {
      this.#hasEnded = true;
    });
  }

  /** Or has ended. The copy of a large merchant takes long, so the bound is that of the fault. */
  async untilSays(text: string): Promise<void> {
    while (!this.#hasEnded && !this.output.includes(text)) await Promise.race([once(this.#stderr, 'data'), this.ended]);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }
}
