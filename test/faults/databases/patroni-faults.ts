import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { Lab } from '../lab/lab.ts';
import { nameHosts } from '../lab/name-hosts.ts';
import { Patroni } from '../lab/patroni.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { watchGaps } from '../lab/watch-gaps.ts';

const CREATES_PER_SECOND = 200;
const ANSWER_MS_MAX = 5_000;
/** Longer than any timeout of a statement, and shorter than what makes PostgreSQL or Patroni give the standby up. */
const FROZEN_MS = 20_000;

interface PatroniFault {
  name: string;
  title: string;
  via: 'hosts' | 'HAProxy';
  /** How long no order may be acknowledged. */
  gapMsMax: number;
  act: (patroni: Patroni, lab: Lab) => Promise<void>;
}

/** Orders at a steady rate, all with new keys, while the database has a new primary or its standby hangs. */
const onPatroni = ({ name, title, via, gapMsMax, act }: PatroniFault): Fault => ({
  name,
  group: 'databases',
  title: `${title}, at ${CREATES_PER_SECOND} orders/s, ${via === 'hosts' ? 'with both servers in DATABASE_URL' : 'through HAProxy'}`,
  needs: ['root', 'PostgreSQL', 'Patroni', 'etcd', 'HAProxy'],
  secondsMax: 300,
  async run(lab) {
    const patroni = await Patroni.start(lab);
    const rig = await Rig.open(lab, { serverUrl: patroni.proxyUrl });
    const databaseUrl = via === 'hosts' ? nameHosts(rig.databaseUrl, patroni.hosts) : rig.databaseUrl;
    await rig.startApi({ databaseUrl });
    await rig.startWorker({ databaseUrl });
    const { orders } = rig;
    const load = orders.sendSteadily('order', CREATES_PER_SECOND);
    await orders.untilAcknowledged(5 * CREATES_PER_SECOND);
    const longestGapMs = watchGaps(orders, lab.signal);
    await act(patroni, lab);
    await orders.untilCreated('after');
    await orders.untilAcknowledged(5 * CREATES_PER_SECOND);
    await load.end();
    const gapMs = longestGapMs();
    lab.observe(`no order was acknowledged for ${seconds(gapMs)}`);
    lab.check(gapMs <= gapMsMax, `No order was acknowledged for ${seconds(gapMs)}.`);
    lab.check(orders.lost === 0, `${orders.lost} requests got no answer.`);
    lab.check(orders.inFlight === 0, `${orders.inFlight} new keys were answered with 409.`);
    lab.check(orders.slowestMs <= ANSWER_MS_MAX, `An answer took ${seconds(orders.slowestMs)}.`);
    await rig.finish();
  },
});

const killPrimary = (patroni: Patroni) => patroni.killPrimary();
const switchOver = (patroni: Patroni) => patroni.switchOver();

async function freezeStandby(patroni: Patroni, lab: Lab): Promise<void> {
  const thaw = await patroni.freezeStandby();
  await sleep(FROZEN_MS, undefined, { signal: lab.signal });
  thaw();
}

const KILL = { title: 'SIGKILL of the primary and its agent under Patroni', gapMsMax: 25_000, act: killPrimary };
const SWITCH = { title: 'Patroni makes the synchronous standby the primary', gapMsMax: 5_000, act: switchOver };
const FREEZE = {
  title: `SIGSTOP of the synchronous standby and its agent under Patroni for ${FROZEN_MS / 1_000} s`,
  gapMsMax: FROZEN_MS + ANSWER_MS_MAX,
  act: freezeStandby,
};

export const patroniFaults: readonly Fault[] = [
  onPatroni({ ...KILL, name: 'patroni-kill', via: 'hosts' }),
  onPatroni({ ...SWITCH, name: 'patroni-switch', via: 'hosts' }),
  onPatroni({ ...FREEZE, name: 'patroni-freeze', via: 'hosts' }),
  onPatroni({ ...KILL, name: 'patroni-kill-proxy', via: 'HAProxy' }),
  onPatroni({ ...SWITCH, name: 'patroni-switch-proxy', via: 'HAProxy' }),
];
