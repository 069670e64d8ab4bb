import type { Fault } from '../fault.ts';
import { CuttingProxy } from '../lab/cutting-proxy.ts';
import { Rig } from '../lab/rig.ts';

const LOST_PERCENT = 30;

export const loseAnswers: Fault = {
  name: 'lose-answers',
  group: 'processes',
  title: 'The network between client and API loses three answers in ten; clients retry with the same key',
  needs: ['PostgreSQL'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    await rig.startApi();
    await rig.startWorker();
    const direct = rig.baseUrl;
    const proxy = await CuttingProxy.start(direct);
    lab.cleanUp.add(() => proxy.stop());
    // A simulated payment has no idempotency key, so only creates are repeated.
    proxy.rule = (bytes) =>
      bytes.includes('/create_checkout_payment_intent') && lab.prng.chance(LOST_PERCENT) ? 'cut_at_answer' : 'pass';
    rig.baseUrl = proxy.urlFor(direct);
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(1_000, 60));
    await load.end();
    const [row] = await rig.sql<{ stored: number }>('SELECT count(*)::int AS stored FROM florin_data.payment_intents');
    const unanswered = (row?.stored ?? 0) - rig.orders.acknowledged.size;
    lab.observe(`${unanswered} intents were stored and their answers lost`);
    lab.check(unanswered > 0, 'No answer was lost after its intent was stored.');
    rig.baseUrl = direct;
    await rig.finish();
  },
};
