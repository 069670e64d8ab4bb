/** Where and how emails are handed over. */
export interface SmtpServer {
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  /** `implicit`: from the first byte. `starttls`: required before anything else is said. `off`: none. */
  tls: 'implicit' | 'starttls' | 'off';
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`. TLS is required, except on this machine and with `?tls=off`. Returns a
 * sentence that says what is wrong.
 */
export function readSmtpUrl(text: string): SmtpServer | string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) {
    return 'must look like smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com';
  }
  const unknown = [...url.searchParams].find(([name, value]) => name !== 'tls' || value !== 'off');
  if (unknown) return `has the parameter "${unknown[0]}=${unknown[1]}"; the only one is tls=off`;
  const isImplicit = url.protocol === 'smtps:';
  const isOff = url.searchParams.has('tls');
  if (isImplicit && isOff) return 'begins with smtps:// and has tls=off; use one of them';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined)
    return 'has a user or password with a % that stands for itself; write it as %25';
  if ((user === '') !== (password === '')) return 'has a user without a password, or a password without a user';
  const plainTls = isOff || LOOPBACK.test(host) ? 'off' : 'starttls';
  return {
    host,
    port: url.port === '' ? defaultPort(isImplicit) : Number(url.port),
    user: user || undefined,
    password: password || undefined,
    tls: isImplicit ? 'implicit' : plainTls,
  };
}

const defaultPort = (isImplicit: boolean): number => (isImplicit ? 465 : 587);

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Who emails come from. */
export interface MailSender {
  name: string;
  address: string;
}

/** Reads `pay@example.com` or `Example Shop <pay@example.com>`; undefined if it is neither. */
export function readMailSender(text: string): MailSender | undefined {
  const match = /^(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@,]+@[^\s<>@,]+)>|([^\s<>@,]+@[^\s<>@,]+))$/.exec(text.trim());
  const address = match?.[2] ?? match?.[3];
  return address === undefined ? undefined : { name: match?.[1]?.trim() ?? '', address };
}
