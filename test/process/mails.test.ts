import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/domain/limits.ts';
import { Browser } from '../http/browser.ts';
import { openTeam } from '../http/join-team.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { freePort } from '../support/external-postgres.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';
import { startSmtpServer } from '../support/start-smtp-server.ts';
import { timeBeside } from '../support/time-beside.ts';
import { waitUntil } from '../support/wait-until.ts';

const OWNER = 'ada@example.com';
const RESET = 'Reset your Florin password';
/** A server that stops ends its loops, its connections and itself. */
const STEPS_OF_STOP = 5;

let databaseUrl: string;
let smtpPort: number;
const servers: RunningServer[] = [];

const options = (): ServerOptions => ({
  databaseUrl,
  env: {
    FLORIN_LOG_LEVEL: 'fatal',
    FLORIN_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    FLORIN_MAIL_FROM: 'pay@example.com',
    FLORIN_TRUST_PROXY: 'loopback',
  },
});

async function start(): Promise<RunningServer> {
  const server = await startServer(options());
  servers.push(server);
  return server;
}

beforeAll(async () => {
  databaseUrl = await createMigrated(['control', 'data']);
  smtpPort = await freePort();
  const first = await start();
  await openTeam(options(), first.baseUrl, OWNER);
});

afterAll(() => Promise.all(servers.map((server) => server.stop())));

let asked = 0;
async function ask(server: RunningServer): Promise<void> {
  asked += 1;
  await runSql(databaseUrl, 'DELETE FROM florin_control.sign_in_attempts');
  const headers = { 'x-forwarded-for': `198.51.100.${asked}` };
  const reply = await new Browser(server.baseUrl).call('POST', '/password_reset/request', {
    body: { email: OWNER },
    headers,
  });
  expect(reply.status, reply.text).toBe(202);
}

interface Row {
  attempts: number;
  in_seconds: number;
}

const readQueue = () =>
  runSql<Row>(
    databaseUrl,
    'SELECT attempts, extract(epoch FROM due_at - now())::float8 AS in_seconds FROM florin_control.mails',
  );

/** As if the pause or the claim were over. */
const makeDue = () => runSql(databaseUrl, 'UPDATE florin_control.mails SET due_at = now()');

const isEmpty = () => waitUntil('the queue is empty', async () => (await readQueue()).length === 0);

const only = (): RunningServer => {
  const server = servers.at(-1);
  if (!server) throw new Error('no server runs');
  return server;
};

describe('a mail', () => {
  it('waits for an SMTP server that is away, and is sent when it is back', async () => {
    await ask(only());
    const [waiting] = await waitUntil('an attempt has failed', async () => {
      const rows = await readQueue();
      return rows[0] && rows[0].attempts === 1 && rows[0].in_seconds < LIMITS.mailRetryMsMin / 1_000 ? rows : undefined;
    });
    expect(waiting?.in_seconds).toBeGreaterThan(0);
    const smtp = await startSmtpServer({}, smtpPort);
    try {
      await makeDue();
      const mail = await smtp.waitFor(OWNER, RESET);
      expect(mail.from).toBe('pay@example.com');
      await isEmpty();
      expect(smtp.mails).toHaveLength(1);
    } finally {
      await smtp.stop();
    }
  });

  it('is sent by the next process if one is killed while it sends', async () => {
    let isSilent = true;
    let begun = 0;
    const smtp = await startSmtpServer(
      {
        onRcptTo(_address, _session, done) {
          begun += 1;
          if (!isSilent) done();
        },
      },
      smtpPort,
    );
    try {
      const killed = only();
      await ask(killed);
      await waitUntil('the server sends', () => begun > 0);
      await killed.stop('SIGKILL');
      servers.splice(servers.indexOf(killed), 1);
      expect(await readQueue()).toMatchObject([{ attempts: 1 }]);
      isSilent = false;
      await start();
      await makeDue();
      await smtp.waitFor(OWNER, RESET);
      await isEmpty();
      expect(smtp.mails).toHaveLength(1);
    } finally {
      await smtp.stop();
    }
  });

  it('does not hold up a server that stops while an SMTP server says nothing', async () => {
    let begun = 0;
    const smtp = await startSmtpServer(
      {
        onRcptTo() {
          begun += 1;
        },
      },
      smtpPort,
    );
    try {
      const stopped = only();
      await ask(stopped);
      await waitUntil('the server sends', () => begun > 0);
      const connect = () => runSql(databaseUrl, 'SELECT');
      const { result, ms } = await timeBeside(connect, () => stopped.stop(), STEPS_OF_STOP);
      expect(result).toBe(0);
      servers.splice(servers.indexOf(stopped), 1);
      expect(ms).toBeLessThan(LIMITS.mailSendMsMax / 4);
    } finally {
      await smtp.stop();
      await runSql(databaseUrl, 'DELETE FROM florin_control.mails');
    }
  });

  it('is sent once by two processes', async () => {
    const [one, two] = [await start(), await start()];
    const smtp = await startSmtpServer({}, smtpPort);
    try {
      for (let count = 0; count < 5; count += 1) await Promise.all([ask(one), ask(two)]);
      await isEmpty();
      expect(smtp.mails).toHaveLength(10);
      expect(new Set(smtp.mails.map(({ raw }) => /^Message-ID: (.*)/m.exec(raw)?.[1])).size).toBe(10);
    } finally {
      await smtp.stop();
    }
  });

  it('tells about a disabled endpoint, from the event to the mail', async () => {
    const smtp = await startSmtpServer({}, smtpPort);
    try {
      const [merchant] = await runSql<{ id: string }>(databaseUrl, 'SELECT id FROM florin_control.merchants');
      await runSql(
        databaseUrl,
        `INSERT INTO florin_data.waiting_batches (merchant_id, livemode, type, intent_ids, happened_at, event_id, object)
         VALUES ('${merchant?.id}', true, 'webhook_endpoint.disabled', '{NULL}', ARRAY[now()], gen_random_uuid(),
           '{"id": "we_test"}')`,
      );
      await waitUntil('the notice is written', async () => {
        const rows = await runSql(databaseUrl, 'SELECT 1 FROM florin_data.notices');
        return rows.length === 1;
      });
      await runSql(databaseUrl, `UPDATE florin_data.notices SET created_at = now() - interval '10 minutes'`);
      const mail = await smtp.waitFor(OWNER, '1 webhook endpoint was disabled');
      expect(mail.text).toContain('we_test');
      expect(await runSql(databaseUrl, 'SELECT 1 FROM florin_data.notices')).toEqual([]);
      expect(smtp.mails).toHaveLength(1);
    } finally {
      await smtp.stop();
    }
  });
});
