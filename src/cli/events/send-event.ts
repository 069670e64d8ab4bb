import { LIMITS } from '../../domain/limits.ts';
import { UserError } from '../../domain/user-error.ts';
import { SERVER_VERSION } from '../../domain/version.ts';
import type { WebhookSigner } from '../../ports/webhook-signer.ts';
import type { Cell } from '../command.ts';

export interface Receiver {
  url: string;
  secret: string;
  webhookSigner: WebhookSigner;
  signal: AbortSignal;
}

export interface Receipt {
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  error: string | null;
  /** The beginning of a response that is not 2xx; mostly it says what is wrong. */
  response: string | null;
}

/** Sends an event to a URL like a webhook, from this machine. Never throws. */
export async function sendEvent(receiver: Receiver, id: string, body: string): Promise<Receipt> {
  const { url, secret, webhookSigner, signal } = receiver;
  const startedAtMs = performance.now();
  const msSince = () => Math.round(performance.now() - startedAtMs);
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSigner.sign(secret, id, timestamp, body),
    'content-type': 'application/json',
    'user-agent': `Florin/${SERVER_VERSION}`,
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.webhookMsMax)]),
    });
    const receipt = { status: response.status, ms: msSince(), error: null, response: null };
    if (!isDelivered(receipt)) return { ...receipt, response: await readStart(response) };
    await response.body?.cancel();
    return receipt;
  } catch (error) {
    return { status: null, ms: msSince(), error: reasonOf(error as Error), response: null };
  }
}

/** As much of a response as the server would store too. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= LIMITS.responseLengthKept) break;
    }
  } catch {
    // A response that breaks off has a status all the same.
  }
  return text.slice(0, LIMITS.responseLengthKept);
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'timeout';
  const { code, message: detail } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? detail ?? message;
}

export const isDelivered = ({ status }: Receipt): boolean => status !== null && status >= 200 && status < 300;

/** Of a response, in a line. */
const SHOWN_LENGTH_MAX = 120;

/** The last cells of a line about an event that was sent. */
export function receiptCells(receipt: Receipt): Cell[] {
  const { status, ms, error, response } = receipt;
  const firstLine = response?.trim().split('\n', 1)[0]?.slice(0, SHOWN_LENGTH_MAX) ?? '';
  return [
    { text: String(status ?? error), tone: isDelivered(receipt) ? 'good' : 'bad', width: 3 },
    { text: `${ms} ms`, tone: 'quiet' },
    ...(firstLine === '' ? [] : [firstLine]),
  ];
}

/** The URL of a receiver, from the command line. */
export function readReceiver(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UserError(`--${name} is "${text}"; it must look like http://127.0.0.1:4000/hooks.`, 'usage');
}
