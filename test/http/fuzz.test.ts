import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, type Reply } from '../support/client.ts';
import { runSql } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import type { RunningServer } from '../support/server.ts';
import { DocumentedAnswers } from './documented-answers.ts';
import { fuzzBody } from './fuzz-bodies.ts';
import { sendBytes } from './send-bytes.ts';
import { type Shop, startOwnShop } from './start-shop.ts';

const BODIES = times(1_500, 5_000);
const IN_FLIGHT = 64;
const SEED = Number(process.env['FLORIN_FUZZ_SEED'] ?? 20_261_115);
const CREATE = '/{public_key}/create_checkout_payment_intent';

let shop: Shop<RunningServer>;
let answers: DocumentedAnswers;

beforeAll(async () => {
  shop = await startOwnShop({ FLORIN_RATE_CREATE: '1000000' });
  answers = await DocumentedAnswers.of(shop.baseUrl);
});

afterAll(() => shop.stop());

/** Escapes of U+0000 and of halves of characters: such text is refused in some fields and kept in others. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** What the document alone says of a body; undefined where it leaves it open. */
function expectedStatus(bytes: Buffer): number | undefined {
  if (bytes.length > 65_536) return 413;
  const text = bytes.toString();
  if (!isUtf8(bytes)) return 400;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 400;
  }
  if (isDeeper(value, 10)) return 400;
  const validate = answers.schemaAt(['paths', CREATE, 'post', 'requestBody', 'content', 'application/json', 'schema']);
  if (!validate(value)) return 422;
  return SUSPECT.test(text) ? undefined : 201;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** Everything that is wrong with an answer, in words. */
function complaints(bytes: Buffer, reply: Reply): string[] {
  const expected = expectedStatus(bytes);
  const wrong = answers.complaints('POST', CREATE, reply);
  if (![201, 400, 413, 422].includes(reply.status)) wrong.push(`the status is ${reply.status}`);
  if (expected === undefined ? ![201, 422].includes(reply.status) : reply.status !== expected) {
    wrong.push(`the status is ${reply.status}, by the document it is ${expected ?? '201 or 422'}`);
  }
  if (reply.status === 422) {
    const errors = (reply.json['errors'] ?? []) as { pointer?: string }[];
    if (errors.length === 0 || errors.some((error) => !error.pointer?.startsWith('#')))
      wrong.push('a pointer is missing');
    const pointers = errors.map((error) => error.pointer);
    if (new Set(pointers).size < pointers.length) wrong.push('a pointer is there twice');
  }
  return wrong;
}

/** The fingerprints of all bodies in the table. */
async function storedHashes(): Promise<string[]> {
  const rows = await runSql<{ hash: string }>(
    shop.databaseUrl,
    `SELECT encode(sha256(convert_to(request_body, 'UTF8')), 'hex') AS hash FROM florin_data.payment_intents`,
  );
  return rows.map(({ hash }) => hash).sort();
}

describe(`${BODIES} bodies between right and noise`, () => {
  it('are answered 201, 400, 413 or 422, as documented, and stored when 201', async () => {
    console.log(`FLORIN_FUZZ_SEED=${SEED}`);
    const bodies = fc.sample(fuzzBody, { numRuns: BODIES, seed: SEED });
    const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
    const counts = new Map<number, number>();
    const failures = new Map<string, string>();
    const accepted: string[] = [];
    const queue = bodies.values();
    const path = `/${shop.keys.public_key}/create_checkout_payment_intent`;
    const headers = { authorization: `Bearer ${shop.keys.private_key}`, 'content-type': 'application/json' };
    const work = async () => {
      for (const body of queue) {
        const sent = { method: 'POST', path, headers, body, agent };
        const reply = await sendBytes(shop.baseUrl, sent).catch((error: unknown) => String(error));
        if (typeof reply === 'string') {
          failures.set(reply, body.toString());
          continue;
        }
        if (reply.status === 201) accepted.push(createHash('sha256').update(body).digest('hex'));
        counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
        for (const complaint of complaints(body, reply)) failures.set(complaint, `${body.toString()}\n${reply.text}`);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    agent.destroy();
    console.log(`answers: ${JSON.stringify(Object.fromEntries(counts))}`);
    const shown = [...failures].slice(0, 10).map(([complaint, body]) => `${complaint}\n  ${body.slice(0, 4_000)}`);
    expect(shown).toEqual([]);
    expect(await storedHashes()).toEqual(accepted.sort());
    const [row] = await runSql<{ n: number }>(shop.databaseUrl, 'SELECT count(*)::int AS n FROM florin_data.events');
    expect(row?.n).toBe(accepted.length);
    for (const status of [201, 422]) expect(counts.get(status)).toBeGreaterThanOrEqual(500);
    for (const status of [400, 413]) expect(counts.get(status)).toBeGreaterThan(0);
    expect((await create(shop.baseUrl, shop.keys)).status).toBe(201);
    expect(shop.server.process.exitCode).toBeNull();
  });
});
