import { UserError } from '../../domain/user-error.ts';
import { signWebhook } from '../../usecases/webhooks/sign-webhook.ts';
import type { Cell } from '../command.ts';

/** The time that a receiver has to answer a webhook. */
const ANSWER_MS_MAX = 15_000;

export interface Receiver {
  url: string;
  secret: string;
  signal: AbortSignal;
}

export interface Receipt {
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  error: string | null;
}

/** Sends an event to a URL like a webhook, from this machine. Never throws. */
export async function sendEvent({ url, secret, signal }: Receiver, id: string, body: string): Promise<Receipt> {
  const startedAtMs = performance.now();
  const msSince = () => Math.round(performance.now() - startedAtMs);
  const headers = {
    ...signWebhook({ id, atMs: Date.now(), body, secrets: [secret] }),
    'content-type': 'application/json',
    'user-agent': 'Florin',
  };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    });
    const receipt = { status: response.status, ms: msSince(), error: null };
    await response.body?.cancel();
    return receipt;
  } catch (error) {
    return { status: null, ms: msSince(), error: reasonOf(error as Error) };
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'timeout';
  const { code, message: detail } = (cause ?? {}) as { code?: string; message?: string };
  return code ?? detail ?? message;
}

export const isDelivered = ({ status }: Receipt): boolean => status !== null && status >= 200 && status < 300;

/** The last cells of a line about an event that was sent. */
export const receiptCells = (receipt: Receipt): Cell[] => [
  { text: String(receipt.status ?? receipt.error), tone: isDelivered(receipt) ? 'good' : 'bad', width: 3 },
  { text: `${receipt.ms} ms`, tone: 'quiet' },
];

/** The URL of a receiver, from the command line. */
export function readReceiver(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UserError(`--${name} is "${text}"; it must look like http://127.0.0.1:4000/hooks.`, 'usage');
}
