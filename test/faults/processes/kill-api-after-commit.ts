import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { CuttingProxy, type Rule } from '../lab/cutting-proxy.ts';
import { Rig } from '../lab/rig.ts';

const IN_FLIGHT = 8;

/** Everything on the writer's connection after its sign-in is a batch of new intents. */
const isBatch: Rule = (bytes, { opening }) =>
  opening.includes('florin-writer') && /^[PB]/.test(bytes.toString('latin1')) ? 'swallow_answer' : 'pass';

export const killApiAfterCommit: Fault = {
  name: 'kill-api-after-commit',
  group: 'processes',
  title: 'SIGKILL of the API after PostgreSQL has committed and before the API knows it; clients retry',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    await rig.startWorker();
    const proxy = await CuttingProxy.start(rig.databaseUrl);
    lab.cleanUp.add(() => proxy.stop());
    let committed = 0;
    for (let round = 0; round < lab.count(10, 2); round += 1) {
      proxy.rule = () => 'pass';
      const api = await rig.startApi({ databaseUrl: proxy.urlFor(rig.databaseUrl) });
      // The first order opens the writer's connection.
      await rig.orders.untilCreated(`first-${round}`);
      proxy.rule = isBatch;
      const keys = Array.from({ length: IN_FLIGHT }, (_, client) => `hit-${round}-${client}`);
      const asking = Promise.all(keys.map((key) => rig.orders.create(key)));
      const rows = await waitUntil('a batch is committed', async () => {
        const found = await rig.sql<{ key: string; id: string }>(
          'SELECT key, intent_id AS id FROM florin_data.idempotency_keys WHERE key = ANY ($1)',
          [keys],
        );
        return found.length > 0 && found;
      });
      await api.stop('SIGKILL');
      const answers = await asking;
      lab.check(
        answers.every((id) => id === undefined),
        `round ${round}: an answer came although the API did not know of the commit`,
      );
      committed += rows.length;
      const after = await rig.startApi();
      await rig.orders.repeatUnanswered();
      const stored = await rig.sql<{ key: string; id: string }>(
        'SELECT key, intent_id AS id FROM florin_data.idempotency_keys WHERE key = ANY ($1)',
        [rows.map(({ key }) => key)],
      );
      const ids = new Map(stored.map(({ key, id }) => [key, id]));
      lab.check(
        rows.every(({ key, id }) => ids.get(key) === id),
        `round ${round}: a retry replaced an intent that was committed before the kill`,
      );
      await after.stop('SIGKILL');
    }
    lab.observe(`${committed} intents were committed and not answered when the API was killed`);
    await rig.startApi();
    await rig.finish();
  },
};
