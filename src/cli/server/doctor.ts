import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Check, Command, DatabaseReport } from '../command.ts';

const NODE_MAJOR_MIN = 24;

export const doctor: Command = {
  name: 'doctor',
  summary: 'Checks versions, folders, port, database, clock, nodes and mail server, and says how to fix what fails.',
  options: {},
  examples: ['doctor', 'doctor --json'],
  async run(context) {
    const { checks: database, isShared } = await checkDatabase(() => context.inspectDatabase());
    const checks = [
      checkNode(),
      await checkFolder(context.config),
      await checkSecretFile(context.config),
      await checkPort(context.config, isShared),
      checkBaseUrl(context.config),
      ...database,
      ...(await context.inspectNetworks()),
      ...(await context.inspectMail()),
    ];
    const failed = checks.some((check) => !check.ok && !check.spare);
    return {
      json: { ok: !failed, checks },
      text: checks.map((check) => `${wordOf(check)}  ${check.name}: ${check.detail}`).join('\n'),
      failed,
    };
  },
};

function wordOf({ ok, spare }: Check): string {
  if (ok) return 'ok  ';
  return spare ? 'warn' : 'FAIL';
}

function checkNode(): Check {
  const ok = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN;
  return {
    name: 'Node',
    ok,
    detail: ok
      ? process.versions.node
      : `${process.versions.node}; run Florin with npm, or install Node ${NODE_MAJOR_MIN}`,
  };
}

async function checkFolder({ dataDir }: Config): Promise<Check> {
  const name = 'data folder';
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name, ok: true, detail: dataDir };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { name, ok: true, detail: `${dataDir} will be created on the first start` };
    }
    const detail = `${dataDir}: ${(error as Error).message}; make it writable, or set FLORIN_DATA_DIR`;
    return { name, ok: false, detail };
  }
}

async function checkSecretFile({ dataDir, secret }: Config): Promise<Check> {
  const name = 'secret';
  if (secret !== undefined) return { name, ok: true, detail: 'from FLORIN_SECRET' };
  const file = join(dataDir, 'secret');
  const mode = await stat(file).then(
    (found) => found.mode & 0o077,
    () => undefined,
  );
  if (mode === undefined) return { name, ok: true, detail: 'will be created on the first start' };
  return { name, ok: mode === 0, detail: mode === 0 ? file : `others can read ${file}; run "chmod 600 ${file}"` };
}

/**
 * The port must be free, or in use by Florin on the same database. Anything else on it keeps the server from starting. A
 * server is connected to its database all the time, so one without other connections belongs to no server.
 */
async function checkPort({ host, port, baseUrl }: Config, isDatabaseShared: boolean | undefined): Promise<Check> {
  const name = `port ${port}`;
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => server.close(() => resolve(true)))
      .listen(port, host);
  });
  if (free) return { name, ok: true, detail: 'free' };
  const answer = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(LIMITS.answerMsMax) }).catch(
    () => undefined,
  );
  const isFlorin = answer?.ok === true && answer.headers.has('request-id');
  if (!isFlorin) return { name, ok: false, detail: 'in use by another program; stop that program, or set PORT' };
  if (isDatabaseShared !== false) return { name, ok: true, detail: 'Florin is running here' };
  const detail =
    'Florin is running here with another database than this command; set FLORIN_DATA_DIR or DATABASE_URL to the ' +
    'value that the server has';
  return { name, ok: false, detail };
}

function checkBaseUrl({ baseUrl, host }: Config): Check {
  const ok = /^https:|^http:\/\/(127\.|localhost|\[::1\])/.test(baseUrl);
  const detail = ok
    ? baseUrl
    : `${baseUrl} is neither https nor local; put a TLS proxy in front of ${host} and set FLORIN_BASE_URL to its https URL`;
  return { name: 'base URL', ok, detail };
}

async function checkDatabase(inspect: () => Promise<DatabaseReport>): Promise<DatabaseReport> {
  try {
    return await inspect();
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    const advice = 'Check DATABASE_URL and that PostgreSQL is running.';
    return { checks: [{ name: 'database', ok: false, detail: `${message}${why} ${advice}` }], isShared: undefined };
  }
}
