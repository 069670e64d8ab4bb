import type { Config } from '../config.ts';
import { UserError } from '../domain/user-error.ts';
import type { Log } from '../system/log.ts';
import { FailureLog } from '../workers/failure-log.ts';

/** Only a process that records traces loads the code for it. */
export async function openTracing(tracing: NonNullable<Config['tracing']>, { logger }: Pick<Log, 'logger'>) {
  const { openTracer } = await import('../system/tracing/open-tracer.ts').catch(explainMissing);
  const clock = { nowMs: () => Date.now() };
  return openTracer(tracing, new FailureLog(logger, clock, { worker: 'export-traces' }));
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new UserError(
    'The packages of OpenTelemetry are not installed. Run npm ci, or remove OTEL_EXPORTER_OTLP_ENDPOINT.',
  );
}
