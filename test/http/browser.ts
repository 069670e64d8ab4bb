import type { Reply } from '../support/client.ts';
import { untilHandled } from '../support/until-handled.ts';
import { sendBytes } from './send-bytes.ts';

export const PASSWORD = 'correct horse battery';

export interface BrowserCall {
  body?: unknown;
  headers?: Record<string, string>;
  /** Headers that a browser would send and this one leaves out. */
  without?: string[];
}

/** Somebody at the dashboard: keeps the cookie, sends the origin, and the session's token with whatever changes something. */
export class Browser {
  readonly baseUrl: string;
  readonly origin: string;
  cookie: string | undefined;
  csrfToken = '';
  /** The whole header that set the cookie last. */
  setCookie: string | undefined;

  constructor(baseUrl: string, origin = baseUrl) {
    this.baseUrl = baseUrl;
    this.origin = origin;
  }

  async call(method: string, path: string, { body, headers = {}, without = [] }: BrowserCall = {}): Promise<Reply> {
    const all: Record<string, string> = {
      'user-agent': 'A browser/1.0',
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
      ...(method === 'GET' ? {} : { origin: this.origin, 'x-florin-csrf': this.csrfToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
    const reply = await sendBytes(this.baseUrl, {
      method,
      path: `/dashboard/api${path}`,
      headers: kept,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.#keep(reply);
    return reply;
  }

  signIn(email: string, password = PASSWORD, headers: Record<string, string> = {}): Promise<Reply> {
    return this.post('/sign_in', { body: { email, password }, headers });
  }

  /** Hashing a password or a commit takes long on a busy machine, so a 503 is answered like a person would: by trying again. */
  post(path: string, call: BrowserCall): Promise<Reply> {
    return untilHandled(() => this.call('POST', path, call));
  }

  #keep(reply: Reply): void {
    const header = reply.headers.get('set-cookie');
    if (header !== null) {
      this.setCookie = header;
      const [pair = ''] = header.split(';');
      this.cookie = pair.endsWith('=') ? undefined : pair;
    }
    const token = reply.json['csrf_token'];
    if (typeof token === 'string') this.csrfToken = token;
  }
}

/** The token in the link that a server has printed last. */
export const setUpTokenIn = (output: string): string =>
  [...output.matchAll(/^Set up your account: \S+\/dashboard\/setup#(\S+)$/gm)].at(-1)?.[1] ?? '';
