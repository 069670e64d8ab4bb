import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createdId, send, validBody } from '../support/client.ts';
import { clusterOf, makeDataFolder, removeDataFolder } from '../support/data-folder.ts';
import { times } from '../support/effort.ts';
import { createMerchant, type NewMerchant, type RunningServer, startServer } from '../support/server.ts';
import { untilHandled } from '../support/until-handled.ts';
import { waitUntil } from '../support/wait-until.ts';

const ROUNDS = times(2, 5);
const IN_FLIGHT = 32;

describe('SIGKILL of the whole process group under load', () => {
  let dataDir: string;
  let keys: NewMerchant;
  const acknowledged = new Map<string, string>();
  const asked: string[] = [];

  beforeAll(async () => {
    dataDir = await makeDataFolder();
    keys = await createMerchant({ dataDir });
  });

  afterAll(() => removeDataFolder(dataDir));

  /** Sends requests until the server is gone, and records what was acknowledged. */
  async function load(server: RunningServer, name: string): Promise<void> {
    for (let count = 0; count < 100_000; count += 1) {
      const key = `${name}-${count}`;
      asked.push(key);
      const reply = await create(server.baseUrl, keys, validBody(), { 'idempotency-key': key }).catch(() => undefined);
      if (!reply) return;
      // On a busy machine, the database may not answer in time.
      if (reply.status === 503) continue;
      expect(reply.status).toBe(201);
      acknowledged.set(key, createdId(reply));
    }
  }

  /** Kills the database too in every second round, so it recovers from its write-ahead log. */
  async function killDatabase(): Promise<void> {
    const pid = Number((await readFile(join(await clusterOf(dataDir), 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  }

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'round %i loses nothing that was acknowledged',
    async (round) => {
      const server = await startServer({
        dataDir,
        env: { FLORIN_RATE_CREATE: '100000' },
      });
      const before = acknowledged.size;
      const loads = Array.from({ length: IN_FLIGHT }, (_, index) => load(server, `${round}-${index}`));
      await waitUntil('200 intents are acknowledged', () => acknowledged.size >= before + 200);
      process.kill(-(server.process.pid ?? 0), 'SIGKILL');
      if (round % 2 === 1) await killDatabase();
      await Promise.all(loads);
      await server.stop();
      expect(acknowledged.size).toBeGreaterThanOrEqual(before + 200);
    },
  );

  it('loses no acknowledged intent and creates no duplicate per key', async () => {
    const server = await startServer({ dataDir, env: { FLORIN_RATE_CREATE: '100000', FLORIN_RATE_READ: '100000' } });
    for (const [key, id] of acknowledged) {
      const reply = await untilHandled(() => send(server.baseUrl, keys, `/payment_intents/${id}`));
      expect(reply.status, key).toBe(200);
    }
    const ids = new Set<string>();
    for (const key of asked) {
      const id = await waitUntil(`${key} is created`, async () => {
        const reply = await create(server.baseUrl, keys, validBody(), { 'idempotency-key': key });
        expect([201, 503]).toContain(reply.status);
        return createdId(reply) || undefined;
      });
      if (acknowledged.has(key)) expect(id).toBe(acknowledged.get(key));
      ids.add(id);
    }
    expect(ids.size).toBe(asked.length);
    expect(await countIntents(server)).toBe(asked.length);
    await server.stop();
  });

  async function countIntents(server: RunningServer): Promise<number> {
    let count = 0;
    let cursor = '';
    do {
      const path = `/payment_intents?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const reply = await untilHandled(() => send(server.baseUrl, keys, path));
      count += (reply.json['data'] as unknown[]).length;
      cursor = (reply.json['next_cursor'] as string | null) ?? '';
    } while (cursor !== '');
    return count;
  }
});
