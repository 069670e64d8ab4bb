import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * The minimum of any sender of webhooks: requests that are all the same go out at a fixed rate, and nothing is stored. GET
 * with a number as its path sets the rate per second. Runs as a separate process.
 */
const pool = new Pool(process.env['BENCH_RECEIVER'] ?? '');
const body = process.env['BENCH_BODY'] ?? '';
const headers = { 'content-type': 'application/json', 'webhook-id': process.env['BENCH_EVENT'] ?? '' };
let perSecond = 0;

const server = createServer((request, response) => {
  perSecond = Number(request.url?.slice(1));
  response.end();
});

async function send(): Promise<void> {
  const { body: answer } = await pool.request({ method: 'POST', path: '/0', headers, body });
  await answer.dump();
}

async function sendAtRate(): Promise<never> {
  let owed = 0;
  for (let at = performance.now(); ; ) {
    await sleep(1);
    const now = performance.now();
    owed += ((now - at) * perSecond) / 1_000;
    at = now;
    for (; owed >= 1; owed -= 1) void send();
  }
}

void sendAtRate();
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
