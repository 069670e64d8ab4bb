import { pino } from 'pino';
import { createMemoryPorts, type MemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { readConfig } from '../../config.ts';
import { KeyUseLog } from '../../usecases/keys/key-use-log.ts';
import { VisibilityWatch } from '../../usecases/networks/visibility-watch.ts';
import { RequestLog } from '../../usecases/requests/request-log.ts';
import { SessionWatch } from '../../usecases/sessions/session-watch.ts';
import { buildApp } from './app.ts';
import type { Intake } from './context.ts';
import { Metrics } from './metrics.ts';

/** The whole HTTP server on ports in memory. It listens on no port: a test injects requests from any address. */
export function openApp(
  env: Record<string, string> = {},
  ports: MemoryPorts = createMemoryPorts(),
  intake: Intake = { isEnding: false, error: undefined },
) {
  const metrics = new Metrics(['api']);
  const requestLog = new RequestLog(() => undefined);
  const app = buildApp({
    context: {
      ...ports,
      config: readConfig(env),
      intake,
      keyUseLog: new KeyUseLog(ports.clock),
      requestLog,
      sessionWatch: new SessionWatch(),
      visibilityWatch: new VisibilityWatch(ports),
      health: () => Promise.resolve([]),
      metrics: () => metrics.read(),
    },
    metrics,
    log: { logger: pino({ level: 'silent' }), writeLine: () => undefined },
  });
  return { app, ports, requestLog };
}

let clients = 0;

/** The address of a client that has sent nothing yet. */
export function newClient(): string {
  clients += 1;
  return `198.51.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}
