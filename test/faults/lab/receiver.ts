import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Lab } from './lab.ts';

const ERROR_PERCENT = 3;
const CUT_PERCENT = 1;

export interface ReceivedWebhook {
  /** Its `webhook-id`. */
  id: string;
  atMs: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether it was answered with 200. */
  isAccepted: boolean;
}

/** What arrived at one endpoint. */
export interface Inbox {
  url: string;
  /** Known once the endpoint was created. */
  secret: string;
  received: ReceivedWebhook[];
  /** Webhooks whose signature does not verify. */
  forged: string[];
}

/**
 * The merchant's server. It verifies and keeps what arrives, and answers some requests with an error or not at all, but each
 * event only so often that the last retry is not far away.
 */
export class Receiver {
  readonly #lab: Lab;
  readonly #inboxes = new Map<string, Inbox>();
  readonly #failures = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  #baseUrl = '';
  errors = 0;
  cuts = 0;

  private constructor(lab: Lab) {
    this.#lab = lab;
  }

  static async start(lab: Lab): Promise<Receiver> {
    const receiver = new Receiver(lab);
    const server = receiver.#server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.#baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    lab.cleanUp.add(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return receiver;
  }

  open(name: string): Inbox {
    const inbox = { url: `${this.#baseUrl}/${name}`, secret: '', received: [], forged: [] };
    this.#inboxes.set(`/${name}`, inbox);
    return inbox;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const inbox = this.#inboxes.get(request.url ?? '');
    // A sender that was killed leaves half a request.
    const body = await buffer(request).catch(() => undefined);
    if (!inbox || !body) return void response.writeHead(404).end();
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const failure = this.#chooseFailure(`${inbox.url} ${id}`);
    const webhook = { id, atMs: performance.now(), headers, body, isAccepted: failure === undefined };
    inbox.received.push(webhook);
    verify(inbox, webhook);
    if (failure === 'cut') request.socket.destroy();
    else response.writeHead(failure === 'error' ? 500 : 200).end();
  }

  #chooseFailure(webhook: string): 'error' | 'cut' | undefined {
    const { prng } = this.#lab;
    const [isError, isCut] = [prng.chance(ERROR_PERCENT), prng.chance(CUT_PERCENT)];
    const before = this.#failures.get(webhook) ?? 0;
    if ((!isError && !isCut) || before >= this.#lab.count(2, 1)) return undefined;
    this.#failures.set(webhook, before + 1);
    if (isError) this.errors += 1;
    else this.cuts += 1;
    return isError ? 'error' : 'cut';
  }
}

/** At once, as a merchant does: the time in the signature may be only a few minutes old. */
function verify({ secret, forged }: Inbox, { id, headers, body }: ReceivedWebhook): void {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    forged.push(`${id}: ${String(error)}`);
  }
}
