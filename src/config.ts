import { availableParallelism, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readDatabaseUrl } from './domain/database-url.ts';
import { inIpRanges, isIpRange, isIpRangeName } from './domain/ip-ranges.ts';
import { LIMITS } from './domain/limits.ts';
import { type MailSender, readMailSender, readSmtpUrl, type SmtpServer } from './domain/mails/smtp-url.ts';
import { isEsploraUrl, plainUrl } from './domain/networks/esplora-url.ts';
import { NETWORKS, networkOf } from './domain/networks/network.ts';
import { rpcVariable } from './domain/networks/rpc-variable.ts';
import { BACKGROUND_ROLES, ROLES, type Role } from './domain/role.ts';
import { UserError } from './domain/user-error.ts';

/** The environment variables, parsed once at startup. */
export interface Config {
  host: string;
  port: number;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Leads past a pooler to the same database. */
  databaseDirectUrl: string | undefined;
  /** A standby, for exports. */
  databaseReadUrl: string | undefined;
  secret: string | undefined;
  /** Opens what was encrypted with an earlier secret. */
  previousSecret: string | undefined;
  roles: readonly Role[];
  /** How many processes serve requests on one port. */
  processes: number;
  /** How long requests are still served after `/readyz` has begun to say that the process stops. */
  drainMs: number;
  logLevel: string;
  /** Where a process without the role `api` answers health checks and scrapes; undefined if it listens nowhere. */
  metricsPort: number | undefined;
  /** Where traces go, under which name, and which share of them; undefined if there are none. */
  tracing: { endpoint: string; serviceName: string; ratio: number } | undefined;
  /** Where emails are handed over, and who they come from; undefined if this server sends none. */
  mail: { server: SmtpServer; from: MailSender } | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses or ranges. */
  trustProxy: readonly string[];
  /** Ranges that may receive webhooks although they are not public, over http too. */
  webhookAllowCidrs: readonly string[];
  /** Whether webhooks of test mode may go to this machine, because only this machine uses the server. */
  webhooksToLoopback: boolean;
  /** Whether anyone may sign up. The first account is always created through the setup link. */
  signup: 'closed' | 'open';
  createPerSecond: number;
  readPerSecond: number;
  /** Requests without a key or a session, per client address. */
  visitorPerSecond: number;
  databaseConnectionsMax: number;
  connectionsMax: number;
  /** How long numbered events and deliveries are kept. */
  eventsKeptDays: number;
  groupCommit: boolean;
  /** How long the request log is kept. With 0, there is none. */
  requestLogDays: number;
  /** The URLs of each network’s nodes. A network without nodes is not watched. */
  rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** How many nodes must have the same block before a payment to an intent of at least this worth is final. */
  agreement: { nodes: number; worth: number };
  /** A file with additional tokens. */
  assetsFile: string | undefined;
  /** The block time of the simulated network. */
  simulatedBlockMs: number;
  /** Where the command line keeps what belongs to the person who uses it. */
  profileDir: string;
  /** The server that commands connect to, instead of that of a profile. */
  remote: { url: string | undefined; publicKey: string | undefined; privateKey: string | undefined };
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const port = integer(env, 'PORT', 3_000, 1, 65_535);
  const reached = { host, baseUrl: baseUrl(env, host, port), roles: roles(env) };
  const urls = databaseUrls(env);
  return {
    ...reached,
    port,
    dataDir: resolve(text(env, 'FLORIN_DATA_DIR') ?? '.florin'),
    ...urls,
    processes: processes(env, 'FLORIN_PROCESSES', urls),
    drainMs: 1_000 * integer(env, 'FLORIN_DRAIN_SECONDS', 0, 0, 600),
    secret: secret(env, 'FLORIN_SECRET'),
    previousSecret: secret(env, 'FLORIN_SECRET_PREVIOUS'),
    logLevel: oneOf(env, 'FLORIN_LOG_LEVEL', LOG_LEVELS, 'info'),
    metricsPort: integer(env, 'FLORIN_METRICS_PORT', 0, 1, 65_535) || undefined,
    tracing: tracing(env),
    mail: mail(env),
    trustProxy: ranges(env, 'FLORIN_TRUST_PROXY', isProxy, 'addresses, ranges such as 10.0.0.0/8, or loopback'),
    webhookAllowCidrs: ranges(env, 'FLORIN_WEBHOOK_ALLOW_CIDRS', isIpRange, 'ranges such as 10.1.0.0/16'),
    webhooksToLoopback: isLocal(reached),
    signup: oneOf(env, 'FLORIN_SIGNUP', ['closed', 'open'], 'closed') === 'open' ? 'open' : 'closed',
    createPerSecond: integer(env, 'FLORIN_RATE_CREATE', LIMITS.createPerSecond, 1, 1_000_000),
    readPerSecond: integer(env, 'FLORIN_RATE_READ', LIMITS.readPerSecond, 1, 1_000_000),
    visitorPerSecond: integer(env, 'FLORIN_RATE_VISITOR', LIMITS.visitorPerSecond, 1, 1_000_000),
    databaseConnectionsMax: integer(env, 'FLORIN_DATABASE_CONNECTIONS', 10, 1, 1_000),
    connectionsMax: integer(env, 'FLORIN_MAX_CONNECTIONS', LIMITS.connectionsMax, 1, 1_000_000),
    eventsKeptDays: integer(env, 'FLORIN_EVENTS_DAYS', LIMITS.eventsKeptDays, LIMITS.eventsKeptDaysMin, 3_650),
    rpcUrls: rpcUrls(env),
    agreement: {
      nodes: integer(env, 'FLORIN_AGREEMENT_NODES', LIMITS.agreementNodes, 2, 100),
      worth: integer(env, 'FLORIN_AGREEMENT_WORTH', LIMITS.agreementWorth, 0, 1_000_000_000_000),
    },
    assetsFile: text(env, 'FLORIN_ASSETS'),
    simulatedBlockMs: integer(env, 'FLORIN_SIMULATED_BLOCK_MS', 1_000, 100, 600_000),
    groupCommit: oneOf(env, 'FLORIN_GROUP_COMMIT', ['on', 'off'], 'on') === 'on',
    profileDir: join(text(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'florin'),
    remote: {
      url: text(env, 'FLORIN_URL'),
      publicKey: text(env, 'FLORIN_PUBLIC_KEY'),
      privateKey: text(env, 'FLORIN_PRIVATE_KEY'),
    },
    requestLogDays: integer(env, 'FLORIN_REQUEST_LOG_DAYS', LIMITS.requestLogDays, 0, 3_650),
  };
}

/** An empty variable counts as unset, because many deployment tools cannot unset one. */
const text = (env: NodeJS.ProcessEnv, name: string): string | undefined => env[name]?.trim() || undefined;

function secret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && value.length < 32)
    throw new UserError(`${name} is too short. Use at least 32 characters.`);
  return value;
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new UserError(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`);
  }
  return Number(value);
}

function oneOf(env: NodeJS.ProcessEnv, name: string, allowed: readonly string[], fallback: string): string {
  const value = text(env, name) ?? fallback;
  if (!allowed.includes(value)) throw new UserError(`${name} is "${value}"; it must be one of ${allowed.join(', ')}.`);
  return value;
}

function list(env: NodeJS.ProcessEnv, name: string): string[] {
  return (text(env, name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
}

function ranges(env: NodeJS.ProcessEnv, name: string, isKnown: (range: string) => boolean, hint: string): string[] {
  const found = list(env, name);
  const unknown = found.find((range) => !isKnown(range));
  if (unknown !== undefined) throw new UserError(`${name} contains "${unknown}"; use ${hint}.`);
  return found;
}

const isProxy = (range: string) => isIpRange(range) || isIpRangeName(range);
const isLoopback = inIpRanges(['loopback']);

/** Whether this process serves requests, and only programs on this machine can send it any. */
function isLocal(reached: Pick<Config, 'host' | 'baseUrl' | 'roles'>): boolean {
  // A proxy in front of a server that listens on loopback is named in the base URL.
  const names = [reached.host, URL.parse(reached.baseUrl)?.hostname.replace(/^\[(.*)\]$/, '$1')];
  return reached.roles.includes('api') && names.every((name) => name === 'localhost' || isLoopback(name));
}

/** Reads `FLORIN_RPC_<NETWORK>`: one or more URLs, separated by commas. */
function rpcUrls(env: NodeJS.ProcessEnv): Map<string, string[]> {
  const known = Object.keys(NETWORKS).filter((name) => name !== NETWORKS.simulated.name);
  const variables = new Map(known.map((name) => [rpcVariable(name), name]));
  const unknown = Object.keys(env).find((name) => name.startsWith('FLORIN_RPC_') && !variables.has(name));
  if (unknown !== undefined)
    throw new UserError(`${unknown} names no network. Use one of ${[...variables.keys()].join(', ')}.`);
  const watched = [...variables].map(([variable, name]) => [name, list(env, variable)] as const);
  for (const [name, urls] of watched) checkNodes(name, urls);
  return new Map(watched.filter(([, urls]) => urls.length > 0).map(([name, urls]) => [name, [...urls]]));
}

function checkNodes(network: string, urls: readonly string[]): void {
  const variable = rpcVariable(network);
  const isEsploraNetwork = networkOf(network).family === 'bitcoin';
  if (!urls.map(plainUrl).every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    const allowed = isEsploraNetwork ? 'http://, https:// or esplora+https://' : 'http:// or https://';
    throw new UserError(`${variable} must hold URLs that begin with ${allowed}, separated by commas.`);
  }
  const count = urls.filter(isEsploraUrl).length;
  if (count > 0 && !isEsploraNetwork)
    throw new UserError(
      `${variable} has the URL of an Esplora server, which only Bitcoin and Litecoin can be read from.`,
    );
  if (count > 0 && count < urls.length)
    throw new UserError(
      `${variable} has URLs of nodes and of Esplora servers. Use one kind: all URLs begin with esplora+, or none.`,
    );
}

/** Those that stand for several roles. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { worker: BACKGROUND_ROLES };

function roles(env: NodeJS.ProcessEnv): Role[] {
  const named = new Set(list(env, 'FLORIN_ROLES').flatMap((name) => GROUPS[name] ?? [name]));
  const known: ReadonlySet<string> = new Set(ROLES);
  for (const role of named) {
    if (!known.has(role)) {
      const all = `${ROLES.join(', ')}, and worker for the last two`;
      throw new UserError(`FLORIN_ROLES contains "${role}"; the roles are ${all}.`);
    }
  }
  return ROLES.filter((role) => named.size === 0 || named.has(role));
}

const PROCESSES_MAX = 64;
/** The embedded PostgreSQL accepts 100 connections and needs processors, too. */
const EMBEDDED_PROCESSES_MAX = 4;

function processes(env: NodeJS.ProcessEnv, name: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): number {
  if (text(env, name) !== 'auto') return integer(env, name, 1, 1, PROCESSES_MAX);
  const most = databaseUrl === undefined ? EMBEDDED_PROCESSES_MAX : PROCESSES_MAX;
  return Math.min(availableParallelism(), most);
}

/** The standard variables of OpenTelemetry. */
function tracing(env: NodeJS.ProcessEnv): Config['tracing'] {
  const endpoint = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const serviceName = text(env, 'OTEL_SERVICE_NAME') ?? 'florin';
  const share = text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(share))
    throw new UserError(`OTEL_TRACES_SAMPLER_ARG is "${share}"; it must be a number from 0 to 1, such as 0.01.`);
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    throw new UserError('OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318.');
  return { endpoint: endpoint.replace(/\/+$/, ''), serviceName, ratio: Number(share) };
}

/** The URL holds a password, so errors do not repeat it. */
function mail(env: NodeJS.ProcessEnv): Config['mail'] {
  const [url, sender] = [text(env, 'FLORIN_SMTP_URL'), text(env, 'FLORIN_MAIL_FROM')];
  if (url === undefined) {
    if (sender === undefined) return undefined;
    throw new UserError('FLORIN_MAIL_FROM is set, and FLORIN_SMTP_URL is not. Set both, or neither.');
  }
  if (sender === undefined) {
    throw new UserError(
      'FLORIN_SMTP_URL is set, and FLORIN_MAIL_FROM is not. Set the sender, such as pay@example.com.',
    );
  }
  const server = readSmtpUrl(url);
  if (typeof server === 'string') throw new UserError(`FLORIN_SMTP_URL ${server}.`);
  const from = readMailSender(sender);
  if (!from)
    throw new UserError('FLORIN_MAIL_FROM must look like pay@example.com or "Example Shop <pay@example.com>".');
  return { server, from };
}

function checkedUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined) readDatabaseUrl(value, name);
  return value;
}

function databaseUrls(env: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl'> {
  const pooled = checkedUrl(env, 'DATABASE_URL');
  const direct = checkedUrl(env, 'FLORIN_DATABASE_DIRECT_URL');
  const read = checkedUrl(env, 'FLORIN_DATABASE_READ_URL');
  for (const [name, url] of Object.entries({ FLORIN_DATABASE_DIRECT_URL: direct, FLORIN_DATABASE_READ_URL: read })) {
    if (url !== undefined && pooled === undefined)
      throw new UserError(`${name} is set, and DATABASE_URL is not. Set both, or DATABASE_URL alone.`);
  }
  return { databaseUrl: pooled, databaseDirectUrl: direct, databaseReadUrl: read };
}

function baseUrl(env: NodeJS.ProcessEnv, host: string, port: number): string {
  const value = text(env, 'FLORIN_BASE_URL');
  if (value === undefined) {
    // A server can listen on "all addresses", but a client cannot connect to that.
    const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  }
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new UserError(`FLORIN_BASE_URL is "${value}"; it must look like https://pay.example.com.`);
  }
  return value.replace(/\/+$/, '');
}
