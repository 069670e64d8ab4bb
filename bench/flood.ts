import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What a thread asks for without a key, on as many connections as there are paths, as fast as it is answered. */
export interface Flood {
  baseUrl: string;
  paths: readonly string[];
  localAddress: string;
}

/** Answers by status. Requests that failed count as 0. */
export type FloodAnswers = Record<number, number>;

const PAUSE_MS = 10;

const { baseUrl, paths, localAddress } = workerData as Flood;
const answers: FloodAnswers = {};

/** Resolves when the answer has ended, which a stream does only when it is closed. */
const ask = (agent: Agent, path: string) =>
  new Promise<number>((resolve) => {
    get(`${baseUrl}${path}`, { agent }, (response) => {
      const status = response.statusCode ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
      response.resume();
      response.on('close', () => resolve(status));
    }).on('error', () => {
      answers[0] = (answers[0] ?? 0) + 1;
      resolve(0);
    });
  });

async function floodWith(path: string): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  for (;;) if ((await ask(agent, path)) === 0) await sleep(PAUSE_MS);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', () => parentPort?.postMessage(answers));
for (const path of paths) void floodWith(path);
