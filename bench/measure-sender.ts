import { Pool } from 'undici';
import { createIntentExamples } from '../src/http/intents/examples.ts';
import { signWebhook } from '../src/system/webhooks/sign-webhook.ts';
import { createWebhookSender } from '../src/system/webhooks/webhook-sender.ts';
import { JUDGED_IN_FLIGHT } from './measure-rounds.ts';
import type { Bench } from './open-bench.ts';
import { startBare } from './start-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const WARM_UP_SECONDS = 3;

export interface SenderRound {
  sentPerSecond: number;
  /** The same requests in a loop around undici, signed once. */
  barePerSecond: number;
}

/** Measures how many webhooks the sender signs and sends to a receiver in another process, and a bare loop, in turn. */
export async function measureSender(bench: Bench): Promise<SenderRound[]> {
  const { folder, cleanUp, signal, options, postgres } = bench;
  const { baseUrl } = await startBare({ folder, name: 'receiver' }, { headers: {}, body: '' }, cleanUp, signal);
  const body = JSON.stringify({
    type: 'payment_intent.created',
    data: { object: createIntentExamples.integer_tax.value },
  });
  const sender = createWebhookSender({ allowCidrs: [], toLoopback: true });
  const pool = new Pool(baseUrl);
  cleanUp.add(() => Promise.all([sender.close(), pool.destroy()]));
  const url = `${baseUrl}/hooks`;
  const send = async () => {
    const { status, error } = await sender.send({ url, headers: headersOf(body), body, livemode: false });
    return status ?? error;
  };
  const headers = headersOf(body);
  const sendBare = async () => {
    const response = await pool.request({ method: 'POST', path: '/hooks', headers, body });
    await response.body.dump();
    return response.statusCode;
  };
  bench.print('n  warmup');
  for (const one of [send, sendBare]) await repeat(one, WARM_UP_SECONDS, signal);
  const rounds: SenderRound[] = [];
  for (let round = 0; round < options.rounds + options.extraRounds; round += 1) {
    await postgres.settle();
    const sentPerSecond = await repeat(send, options.seconds, signal);
    await postgres.settle();
    const barePerSecond = await repeat(sendBare, options.seconds, signal);
    rounds.push({ sentPerSecond, barePerSecond });
    bench.print(`n  round ${round + 1}: ${Math.round(sentPerSecond)}/s, bare ${Math.round(barePerSecond)}/s`);
  }
  return rounds;
}

let sent = 0;

function headersOf(body: string): Record<string, string> {
  sent += 1;
  const id = `evt_${sent}`;
  const seconds = Math.floor(Date.now() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Florin/bench',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(SECRET, id, seconds, body),
  };
}

/** Keeps a number of requests in flight for some seconds. Returns how many were answered per second. */
async function repeat(one: () => Promise<unknown>, seconds: number, signal: AbortSignal): Promise<number> {
  let answers = 0;
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const lane = async () => {
    while (performance.now() < endMs) {
      signal.throwIfAborted();
      const status = await one();
      if (status !== 201) throw new Error(`The receiver answered ${String(status)}.`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: JUDGED_IN_FLIGHT }, lane));
  return (answers * 1_000) / (performance.now() - startedMs);
}
