import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../support/client.ts';
import { freePort } from '../../support/external-postgres.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { checkWebhooks, type NumberedEvent, type SeenEvent } from '../lab/check-webhooks.ts';
import { type Inbox, Receiver } from '../lab/receiver.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

const LOAD_MS = 180_000;
const PAUSE_MS = 3_000;
const SHORT_KILLS = 3;
const PAGE = 100;

/** One of the processes that are killed. */
interface Member {
  name: string;
  /** As a process manager does when a process has died. */
  killAndStart(): Promise<void>;
  hasEnded(): boolean;
}

interface Subscription {
  inbox: Inbox;
  wants: (type: string) => boolean;
}

export const killAtRandom: Fault = {
  name: 'kill-at-random',
  group: 'processes',
  title:
    'SIGKILL of one of two APIs, two workers and PostgreSQL 3 s after each recovery, at 200 orders/s with webhooks',
  needs: ['PostgreSQL'],
  secondsMax: 900,
  async run(lab) {
    // A process that serves no requests does not know that its server is used on this machine only.
    const rig = await Rig.open(lab, { env: { FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
    const receiver = await Receiver.start(lab);
    const members = await startMembers(rig);
    const subscriptions = [
      await subscribe(rig, receiver.open('all'), ['*'], () => true),
      await subscribe(
        rig,
        receiver.open('some'),
        ['payment_intent.succeeded', 'payment.*'],
        (type) => type === 'payment_intent.succeeded' || type.startsWith('payment.'),
      ),
    ];
    const load = rig.orders.sendSteadily('order', lab.count(200, 20));
    await killSome(rig, members);
    await load.end();
    await rig.untilSettled();
    const settledAt = performance.now();
    await untilDelivered(rig);
    lab.observe(
      `everything was delivered ${seconds(performance.now() - settledAt)} after the last payment was credited`,
    );
    await rig.checkDatabase();
    await checkDeliveries(rig, receiver, subscriptions);
  },
};

async function startMembers(rig: Rig): Promise<Member[]> {
  const ports = [rig.port, await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  let turn = 0;
  rig.chooseBaseUrl = () => urls[(turn += 1) % urls.length] ?? rig.baseUrl;
  const members: Member[] = [];
  for (const [place, port] of ports.entries()) {
    let api = await rig.startApi({ port });
    members.push({
      name: `API ${place + 1}`,
      async killAndStart() {
        await api.stop('SIGKILL');
        api = await rig.startApi({ port });
      },
      hasEnded: () => api.process.exitCode !== null,
    });
  }
  for (const place of [1, 2]) {
    let worker = await rig.startWorker();
    members.push({
      name: `worker ${place}`,
      async killAndStart() {
        await worker.kill();
        worker = await rig.startWorker();
      },
      hasEnded: () => worker.process.exitCode !== null,
    });
  }
  const { cluster } = rig;
  members.push({
    name: 'PostgreSQL',
    async killAndStart() {
      await cluster.kill();
      await cluster.start();
    },
    hasEnded: () => !cluster.isRunning,
  });
  return members;
}

async function subscribe(
  rig: Rig,
  inbox: Inbox,
  events: readonly string[],
  wants: Subscription['wants'],
): Promise<Subscription> {
  const created = await send(rig.baseUrl, rig.keys, '/webhook_endpoints', { body: { url: inbox.url, events } });
  if (created.status !== 201) throw new Error(`The endpoint was not created: ${created.text}`);
  inbox.secret = String(created.json['secret']);
  return { inbox, wants };
}

/**
 * A short run spares the workers: what a dead one had claimed waits for a minute. `test/process/deliveries.test.ts` kills
 * one.
 */
async function killSome({ lab, orders }: Rig, members: readonly Member[]): Promise<void> {
  const victims = lab.short ? members.filter(({ name }) => !name.startsWith('worker')) : members;
  const killed: string[] = [];
  const ended = new Set<string>();
  const noteEnded = () => {
    for (const member of members) if (member.hasEnded()) ended.add(member.name);
  };
  let slowestMs = 0;
  const endsAt = performance.now() + LOAD_MS;
  while (lab.short ? killed.length < SHORT_KILLS : performance.now() + PAUSE_MS < endsAt) {
    await sleep(PAUSE_MS);
    const victim = lab.prng.pick(victims);
    if (!victim) return;
    noteEnded();
    const killedAt = performance.now();
    await victim.killAndStart();
    await orders.untilCreated(`after-${killed.length}`);
    slowestMs = Math.max(slowestMs, performance.now() - killedAt);
    killed.push(victim.name);
  }
  await sleep(lab.short ? PAUSE_MS : Math.max(0, endsAt - performance.now()));
  noteEnded();
  lab.checkRules([{ rule: 'no process ends because another one was killed', broken: [...ended] }]);
  const counts = members.map(({ name }) => `${name} ${killed.filter((one) => one === name).length} ×`);
  lab.observe(`${killed.length} kills: ${counts.join(', ')}; slowest recovery ${seconds(slowestMs)}`);
}

const untilDelivered = (rig: Rig): Promise<boolean> =>
  waitUntil('every event is delivered', async () => {
    const [row] = await rig.sql<{ is_open: boolean }>(
      `SELECT EXISTS (SELECT FROM florin_data.event_queue)
         OR EXISTS (SELECT FROM florin_data.deliveries WHERE state = 'pending') AS is_open`,
    );
    return row?.is_open === false;
  });

async function checkDeliveries(rig: Rig, receiver: Receiver, inboxes: readonly Subscription[]): Promise<void> {
  const { lab, orders } = rig;
  const outbox = await rig.sql<NumberedEvent>('SELECT event_id, type, number FROM florin_data.outbox ORDER BY number');
  const [count] = await rig.sql<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM florin_data.deliveries WHERE state = 'delivered'`,
  );
  const delivered = count?.delivered ?? 0;
  const received = inboxes.reduce((sum, { inbox }) => sum + inbox.received.length, 0);
  lab.observe(
    `${outbox.length} events, ${delivered} deliveries, ${received} requests; ${receiver.errors} answered with 500, ` +
      `${receiver.cuts} cut, ${received - delivered - receiver.errors - receiver.cuts} sent again after a kill`,
  );
  const acknowledged = new Set(orders.acknowledged.values());
  lab.checkRules(checkWebhooks({ listed: await listEvents(rig), outbox, inboxes, acknowledged }));
}

/** Page by page, as a merchant that was away. */
async function listEvents({ lab, keys, baseUrl }: Rig): Promise<SeenEvent[]> {
  const listed: SeenEvent[] = [];
  for (let hasMore = true; hasMore && !lab.signal.aborted; ) {
    const after = listed.at(-1)?.number ?? 0;
    const { status, json, text } = await send(baseUrl, keys, `/events?after=${after}&limit=${PAGE}`);
    if (status !== 200) throw new Error(`GET /events was answered with ${status}: ${text}`);
    listed.push(...(json['data'] as SeenEvent[]));
    hasMore = json['has_more'] === true;
  }
  return listed;
}
