import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const BASE_URL = 'https://pay.example';
const invitation = {
  to: 'grace@example.com',
  merchantName: 'Tulip shop',
  role: 'developer' as const,
  invitedBy: 'ada@example.com',
  url: `${BASE_URL}/dashboard/invitation#token`,
  expiresAtMs: Date.UTC(2031, 0, 2, 3, 4),
};

describe('renderMail', () => {
  it('says the same as text and as HTML, and loads nothing', () => {
    const { to, subject, text, html } = renderMail('invitation', invitation, BASE_URL);
    expect({ to, subject }).toEqual({ to: 'grace@example.com', subject: 'Join Tulip shop on Florin' });
    for (const part of ['as developer', invitation.url, '2031-01-02 03:04 UTC']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(html).not.toMatch(/<img|<link|<script|src=/);
  });

  it('puts a name of several lines on one line, so that it adds no header', () => {
    const merchantName = 'Shop\r\nBcc: eve@example.com\u2028\u0000x';
    const { subject, text } = renderMail('invitation', { ...invitation, merchantName }, BASE_URL);
    expect(subject).toBe('Join Shop Bcc: eve@example.com x on Florin');
    expect(text).not.toContain('Shop\r');
  });

  it('shortens a name that carries a message', () => {
    const { subject } = renderMail('invitation', { ...invitation, merchantName: 'x'.repeat(256) }, BASE_URL);
    expect(subject.length).toBeLessThan(100);
  });

  it('shortens an address that carries a message, and removes what reverses the text around it', () => {
    const invitedBy = `${'Your⠀account⠀is⠀locked.'.repeat(10)}@example.com`;
    const { subject, text } = renderMail(
      'invitation',
      { ...invitation, invitedBy, merchantName: 'a\u202eb\u2067c' },
      BASE_URL,
    );
    expect(subject).toBe('Join a b c on Florin');
    expect(text.split(' invites you', 1)[0]?.length).toBeLessThanOrEqual(64);
  });

  it('escapes what others chose', () => {
    const { html } = renderMail('invitation', { ...invitation, merchantName: '<img src="x">&' }, BASE_URL);
    expect(html).toContain('&lt;img src=&quot;x&quot;&gt;&amp;');
    expect(html).not.toContain('<img');
  });
});
