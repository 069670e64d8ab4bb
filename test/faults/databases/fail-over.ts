import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../../support/databases.ts';
import { createStandby } from '../../support/external-postgres.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { nameHosts } from '../lab/name-hosts.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const failOver: Fault = {
  name: 'fail-over',
  group: 'databases',
  title: 'SIGKILL of the primary under load; its synchronous standby takes over, and DATABASE_URL names both',
  needs: ['PostgreSQL'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    const folder = join(lab.folder, 'standby');
    mkdirSync(folder);
    const standby = await createStandby(rig.cluster, folder);
    lab.cleanUp.add(() => standby.kill());
    await standby.start();
    await rig.sql(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await rig.sql('SELECT pg_reload_conf()');
    await waitUntil('the standby is synchronous', async () => {
      const rows = await rig.sql(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      return rows.length > 0;
    });
    const { host: primaryHost } = new URL(rig.databaseUrl);
    const { host: standbyHost } = new URL(standby.url);
    const databaseUrl = nameHosts(rig.databaseUrl, [primaryHost, standbyHost]);
    await rig.startApi({ databaseUrl });
    await rig.startWorker({ databaseUrl });
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(300, 50));
    await rig.cluster.kill();
    const before = rig.orders.unavailable;
    await sleep(lab.count(5_000, 1_000));
    const during = rig.orders.unavailable - before;
    rig.databaseUrl = rig.databaseUrl.replace(primaryHost, standbyHost);
    await runSql(rig.databaseUrl, 'SELECT pg_promote()');
    const recoveryMs = await rig.orders.untilCreated('after');
    await rig.orders.untilAcknowledged(lab.count(300, 50));
    await load.end();
    lab.check(during > 0, 'No order was answered with 503.');
    lab.check(rig.orders.lost === 0, `${rig.orders.lost} orders got no answer.`);
    lab.observe(`${during} answers with 503 before the promotion; orders again ${seconds(recoveryMs)} after it`);
    await rig.finish();
  },
};
