import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/external-postgres.ts';
import type { Fault } from '../fault.ts';
import { Receiver } from '../lab/receiver.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { checkDeliveries, subscribe, TO_LOOPBACK, untilDelivered } from '../lab/subscriptions.ts';

const LOAD_MS = 180_000;
const PAUSE_MS = 3_000;
const SHORT_KILLS = 3;

/** One of the processes that are killed. */
interface Member {
  name: string;
  /** As a process manager does when a process has died. */
  killAndStart(): Promise<void>;
  hasEnded(): boolean;
}

export const killAtRandom: Fault = {
  name: 'kill-at-random',
  group: 'processes',
  title:
    'SIGKILL of one of two APIs, two workers and PostgreSQL 3 s after each recovery, at 200 orders/s with webhooks',
  needs: ['PostgreSQL'],
  secondsMax: 900,
  async run(lab) {
    const rig = await Rig.open(lab, { env: TO_LOOPBACK });
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
