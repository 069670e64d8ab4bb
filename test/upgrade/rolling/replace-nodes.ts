import type { Keys } from '../../support/client.ts';
import { LoadBalancer } from '../../support/load-balancer.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../support/server.ts';
import { Load } from './send-load.ts';

/** Requests between two steps. */
const REQUESTS = 20;

export interface Replacement {
  before: ServerOptions;
  after: ServerOptions;
  /** What the load balancer asks. */
  healthPath: '/readyz' | '/healthz';
  /** Versions that cannot say that they are about to stop are taken out of the load balancer first. */
  beforeDrains: boolean;
}

export interface Outcome {
  answered: number;
  /** Those that nodes of the version before answered after a new one had started. */
  answeredByBefore: number;
  /** Payments that were created, and all found at the end. */
  acknowledged: number;
  streamsOpened: number;
  exitCodes: number[];
  failures: string[];
}

/** Replaces two nodes behind a load balancer, one after the other, while merchants and payers use them. */
export async function replaceNodes(keys: Keys, replacement: Replacement): Promise<Outcome> {
  const { before, after, healthPath, beforeDrains } = replacement;
  const balancer = new LoadBalancer(healthPath);
  const running = new Set<RunningServer>();
  const exitCodes: number[] = [];
  const start = async (options: ServerOptions) => {
    const server = await startServer(options);
    running.add(server);
    return server;
  };
  const stop = async (server: RunningServer, drains: boolean) => {
    if (!drains) await balancer.remove(server.baseUrl);
    exitCodes.push(await server.stop('SIGTERM'));
    running.delete(server);
    await balancer.remove(server.baseUrl);
  };
  await balancer.start();
  let load: Load | undefined;
  try {
    const old = await Promise.all([start(before), start(before)]);
    await Promise.all(old.map(({ baseUrl }) => balancer.add(baseUrl)));
    load = new Load(balancer.url, keys);
    await load.more(REQUESTS);
    let answeredByBefore = 0;
    for (const server of old) {
      const next = await start(after);
      const earlier = balancer.answeredBy(server.baseUrl);
      await load.more(REQUESTS);
      await balancer.add(next.baseUrl);
      await load.more(REQUESTS);
      answeredByBefore += balancer.answeredBy(server.baseUrl) - earlier;
      await stop(server, beforeDrains);
      await load.more(REQUESTS);
    }
    await load.stop();
    const acknowledged = await load.readAll();
    const { answered, streamsOpened } = load;
    const failures = [...load.failures, ...balancer.failures];
    return { answered, answeredByBefore, acknowledged, streamsOpened, exitCodes, failures };
  } finally {
    await load?.stop();
    await balancer.close();
    await Promise.all([...running].map((server) => server.stop('SIGKILL')));
  }
}
