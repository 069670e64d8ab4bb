import { describe, expect, it } from 'vitest';
import { openMailbox, sendWaiting } from '../../../test/memory/mailbox.ts';
import { openShop } from '../../../test/memory/open-shop.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { OutgoingMail } from '../../ports/mailer.ts';
import { requestPasswordReset } from '../sessions/request-password-reset.ts';
import { draftMails } from './draft-mails.ts';
import { sendMails } from './send-mails.ts';

const DOWN = { isSent: false, reason: 'ECONNREFUSED', isPermanent: false } as const;

async function setUp() {
  const { ports, made } = await openShop();
  const mailbox = openMailbox(ports);
  const round = () => sendWaiting(ports, mailbox);
  const client = { address: '203.0.113.9', network: '203.0.113.9' };
  const ask = (email = made.owner.email) => requestPasswordReset(ports, { email, client });
  const told = { to: made.owner.email, how: 'changed', address: null, atMs: 0 } as const;
  const write = (count = 1) =>
    ports.mails.add(
      draftMails(
        ports,
        made.merchant.id,
        'password_changed',
        Array.from({ length: count }, () => told),
      ),
    );
  return { ports, made, mailbox, round, ask, write };
}

describe('sendMails', () => {
  it('sends everything that is due, once', async () => {
    const { mailbox, round, write } = await setUp();
    await write(2 * LIMITS.mailsInFlightMax + 1);
    expect(await round()).toHaveLength(2 * LIMITS.mailsInFlightMax + 1);
    expect(await round()).toEqual([]);
    expect(new Set(mailbox.sent.map(({ messageId }) => messageId)).size).toBe(2 * LIMITS.mailsInFlightMax + 1);
    expect(mailbox.sent[0]?.messageId).toMatch(/^<mail_\w{22}@pay\.example>$/);
  });

  it('tries again after growing pauses, with the same message ID', async () => {
    const { ports, mailbox, round, write } = await setUp();
    mailbox.failure = DOWN;
    await write();
    for (const pauseMs of [30_000, 60_000, 120_000]) {
      expect(await round()).toEqual(['retried']);
      ports.clock.advance(pauseMs - 1);
      expect(await round()).toEqual([]);
      ports.clock.advance(1);
    }
    mailbox.failure = undefined;
    expect(await round()).toEqual(['sent']);
    expect(mailbox.attempts).toBe(4);
  });

  it('gives up after a number of attempts, and records it', async () => {
    const { ports, made, mailbox, round, write } = await setUp();
    mailbox.failure = DOWN;
    await write();
    const outcomes: string[] = [];
    for (let count = 0; count <= LIMITS.mailAttemptsMax; count += 1) {
      outcomes.push(...(await round()));
      ports.clock.advance(LIMITS.mailRetryMsMax);
    }
    expect(outcomes).toHaveLength(LIMITS.mailAttemptsMax);
    expect(outcomes.at(-1)).toBe('failed');
    expect(ports.audit.entries.at(-1)).toMatchObject({
      action: 'mail.failed',
      merchantId: made.merchant.id,
      details: { kind: 'password_changed', attempts: LIMITS.mailAttemptsMax, reason: 'ECONNREFUSED' },
    });
  });

  it('gives up at once if the recipient is refused permanently', async () => {
    const { mailbox, round, write } = await setUp();
    mailbox.failure = { ...DOWN, isPermanent: true };
    await write();
    expect(await round()).toEqual(['failed']);
  });

  it('leaves a mail to the next process if it is stopped, which gets it when the claim ends', async () => {
    const { ports, mailbox, round, write } = await setUp();
    await write();
    const stopping = new AbortController();
    const cutOff = {
      baseUrl: mailbox.baseUrl,
      async send(_mail: OutgoingMail) {
        stopping.abort();
        return DOWN;
      },
    };
    await sendMails(ports, cutOff, { onOutcome: () => undefined, stopping: stopping.signal });
    expect(await round()).toEqual([]);
    ports.clock.advance(LIMITS.mailClaimMs);
    expect(await round()).toEqual(['sent']);
  });

  it('makes the token of a reset when it is sent, and stores only its hash', async () => {
    const { ports, made, mailbox, round, ask } = await setUp();
    await ask();
    expect(JSON.stringify(ports.snapshot())).not.toMatch(/reset-password#/);
    mailbox.failure = DOWN;
    await round();
    mailbox.failure = undefined;
    ports.clock.advance(LIMITS.mailRetryMsMin);
    expect(await round()).toEqual(['sent']);
    expect(mailbox.sent).toMatchObject([{ to: made.owner.email, subject: 'Reset your Florin password' }]);
    expect(mailbox.token).toHaveLength(43);
    expect(JSON.stringify(ports.snapshot())).not.toContain(mailbox.token);
    const requests = ports.audit.entries.filter(({ action }) => action === 'user.password_reset_requested');
    expect(requests).toMatchObject([{ subject: made.owner.id, details: { address: '203.0.113.9' } }]);
  });

  it('writes to the address of the account, not to another spelling of it', async () => {
    const { made, mailbox, round, ask } = await setUp();
    await ask(' OWNER@ſhop.example ');
    await round();
    expect(mailbox.sent.map(({ to }) => to)).toEqual([made.owner.email]);
  });

  it('sends nothing to an address without an account, and no link that is asked for long ago', async () => {
    const { ports, mailbox, round, ask } = await setUp();
    await ask('eve@example.com');
    expect(await round()).toEqual(['nothing']);
    await ask();
    ports.clock.advance(LIMITS.passwordResetMs);
    expect(await round()).toEqual(['nothing']);
    expect(mailbox.sent).toEqual([]);
  });
});
