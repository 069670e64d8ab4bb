import { UserError } from './user-error.ts';

export interface DatabaseHost {
  name: string;
  port: number;
}

export interface DatabaseAddress {
  /** In the order of the URL. One if the URL names none: the driver then decides. */
  hosts: readonly DatabaseHost[];
  /** The URL with one host, which is what the driver understands. */
  url: string;
}

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const HOST = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;
const DEFAULT_PORT = 5_432;
/** What a client may ask of the server. Florin writes, so it takes all of them for the same. */
const WRITABLE = new Set(['any', 'read-write', 'primary']);

/**
 * Reads the URL of a database, which may name several hosts as libpq does: `postgres://user:password@a:5432,b:5432/name`, or
 * `?host=a,b&port=5432` with one port for all or one for each. No error contains the URL, because it has the password.
 */
export function readDatabaseUrl(url: string, name: string): DatabaseAddress {
  const [, scheme, user = '', authority = '', path = '', query = ''] = FORM.exec(url) ?? [];
  if (scheme === undefined) throw new UserError(`${name} must look like postgres://user:password@host:5432/database.`);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.has(wanted))
    throw new UserError(`${name} asks for target_session_attrs=${wanted}. Florin writes, so use read-write.`);
  const hosts = parameters.has('host')
    ? listed(parameters, name)
    : authority.split(',').map((one) => hostOf(one, name));
  if (hosts.length === 1) return { hosts, url };
  if (hosts.some((host) => host.name === '')) throw new UserError(`${name} has a comma without a host beside it.`);
  for (const parameter of ['host', 'port', 'target_session_attrs']) parameters.delete(parameter);
  return { hosts, url: `${scheme}${user}localhost${path}?${parameters}` };
}

/** For people. The URL itself has a password. */
export const showHost = ({ name, port }: DatabaseHost): string => `${name.includes(':') ? `[${name}]` : name}:${port}`;

function listed(parameters: URLSearchParams, name: string): DatabaseHost[] {
  const hosts = (parameters.get('host') ?? '').split(',');
  const ports = (parameters.get('port') ?? '').split(',');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new UserError(
      `${name} names ${hosts.length} hosts and ${ports.length} ports. Name one port, or one per host.`,
    );
  return hosts.map((host, index) => ({ name: host, port: portOf(ports[index] ?? ports[0] ?? '', name) }));
}

function hostOf(text: string, name: string): DatabaseHost {
  const [, host, port = ''] = HOST.exec(text) ?? [];
  if (host === undefined || !isDecodable(host)) throw new UserError(`${name} names a host that is not host:port.`);
  return { name: decodeURIComponent(host.replace(/^\[(.*)\]$/, '$1')), port: portOf(port, name) };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function portOf(text: string, name: string): number {
  const port = text === '' ? DEFAULT_PORT : Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserError(`${name} names a port that is not a number from 1 to 65535.`);
  return port;
}
