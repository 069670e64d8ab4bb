import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Command, Finding } from '../command.ts';

const NODE_MAJOR_MIN = 24;

export const doctor: Command = {
  words: 'doctor',
  summary: 'Checks versions, folders, port, database and clock, and says how to mend what is wrong.',
  options: {},
  async run(context) {
    const findings = [
      checkNode(),
      await checkFolder(context.config),
      await checkSecretFile(context.config),
      await checkPort(context.config),
      checkBaseUrl(context.config),
      ...(await checkDatabase(() => context.inspectDatabase())),
    ];
    const failed = findings.some((finding) => !finding.ok);
    return {
      json: { ok: !failed, checks: findings },
      text: findings.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`).join('\n'),
      failed,
    };
  },
};

function checkNode(): Finding {
  const ok = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN;
  return {
    name: 'Node',
    ok,
    detail: ok
      ? process.versions.node
      : `${process.versions.node}; run it through npm, or install Node ${NODE_MAJOR_MIN}`,
  };
}

async function checkFolder({ dataDir }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name: 'data folder', ok: true, detail: dataDir };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { name: 'data folder', ok: true, detail: `${dataDir} is made at the first start` };
    }
    const detail = `${dataDir}: ${(error as Error).message}; make it writable, or set FLORIN_DATA_DIR`;
    return { name: 'data folder', ok: false, detail };
  }
}

async function checkSecretFile({ dataDir, secret }: Config): Promise<Finding> {
  const name = 'secret';
  if (secret !== undefined) return { name, ok: true, detail: 'from FLORIN_SECRET' };
  const file = join(dataDir, 'secret');
  const mode = await stat(file).then(
    (found) => found.mode & 0o077,
    () => undefined,
  );
  if (mode === undefined) return { name, ok: true, detail: 'is made at the first start' };
  return { name, ok: mode === 0, detail: mode === 0 ? file : `others can read ${file}; run "chmod 600 ${file}"` };
}

/** The port may be free, or taken by a Florin that runs; anything else on it keeps the server from starting. */
async function checkPort({ host, port, baseUrl }: Config): Promise<Finding> {
  const name = `port ${port}`;
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .once('listening', () => server.close(() => resolve(true)))
      .listen(port, host);
  });
  if (free) return { name, ok: true, detail: 'is free' };
  const answer = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  const ours = answer?.ok === true && answer.headers.has('request-id');
  return { name, ok: ours, detail: ours ? 'Florin runs here' : 'another program has it; end that, or set PORT' };
}

function checkBaseUrl({ baseUrl, host }: Config): Finding {
  const local = /^https:|^http:\/\/(127\.|localhost|\[::1\])/.test(baseUrl);
  const detail = local
    ? baseUrl
    : `${baseUrl} is neither https nor local; put a proxy with TLS in front and set FLORIN_BASE_URL to its https address (listening on ${host})`;
  return { name: 'base address', ok: local, detail };
}

async function checkDatabase(inspect: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await inspect();
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    return [{ name: 'database', ok: false, detail: `${message}${why} Check DATABASE_URL and that PostgreSQL runs.` }];
  }
}
