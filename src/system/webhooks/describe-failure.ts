import { LIMITS } from '../../domain/limits.ts';

const CLOSED = 'The connection was closed before a response came.';
const UNREACHABLE = 'The address cannot be reached from this server.';
export const TOO_LATE = `No response within ${LIMITS.webhookMsMax / 1_000} seconds.`;

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: TOO_LATE,
  UND_ERR_CONNECT_TIMEOUT: TOO_LATE,
  UND_ERR_HEADERS_OVERFLOW: `The headers of the response are longer than ${LIMITS.webhookHeaderBytesMax / 1_024} KiB.`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is not valid: it was issued for another host name.',
};

/** Why there was no response, for a merchant to read. */
export function describeFailure(error: unknown): string {
  const { name, code = 'unknown', message = '' } = error as { name?: string; code?: string; message?: string };
  if (name === 'HTTPParserError') return 'The response is not valid HTTP.';
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The TLS handshake failed.';
  // Node adds advice for the owner of the process after a semicolon.
  if (/CERT|^UNABLE_TO_|^HOSTNAME_|^INVALID_/.test(code))
    return `The certificate is not valid: ${message.split(';')[0]}.`;
  return `The connection failed (${code}).`;
}
