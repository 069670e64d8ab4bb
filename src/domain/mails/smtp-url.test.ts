import { describe, expect, it } from 'vitest';
import { readMailSender, readSmtpUrl } from './smtp-url.ts';

describe('readSmtpUrl', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'starttls' }],
    ['smtps://mail.example.com', { port: 465, tls: 'implicit' }],
    ['smtp://ada%40example.com:p%3Aw@mail.example.com:2525/', { user: 'ada@example.com', password: 'p:w', port: 2525 }],
    ['smtp://mail.example.com:25?tls=off', { tls: 'off' }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', tls: 'off', user: undefined }],
    ['smtp://localhost', { tls: 'off' }],
    ['smtp://[::1]:1025', { host: '::1', tls: 'off' }],
    ['smtps://localhost', { tls: 'implicit' }],
  ])('reads %s', (text, server) => {
    expect(readSmtpUrl(text)).toMatchObject(server);
  });

  it.each([
    ['mail.example.com', 'must look like'],
    ['http://mail.example.com', 'must look like'],
    ['smtp://', 'must look like'],
    ['smtp://mail.example.com/path', 'must look like'],
    ['smtp://mail.example.com?tls=on', 'the only one is tls=off'],
    ['smtp://mail.example.com?pool=true', 'the only one is tls=off'],
    ['smtps://mail.example.com?tls=off', 'use one of them'],
    ['smtp://ada@mail.example.com', 'without a password'],
    ['smtp://ada:100%@mail.example.com', '%25'],
  ])('says what is wrong with %s', (text, reason) => {
    expect(readSmtpUrl(text)).toContain(reason);
  });
});

describe('readMailSender', () => {
  it.each([
    ['pay@example.com', { name: '', address: 'pay@example.com' }],
    ['Tulip shop <pay@example.com>', { name: 'Tulip shop', address: 'pay@example.com' }],
    ['"Tulip, shop" <pay@example.com>', { name: 'Tulip, shop', address: 'pay@example.com' }],
    ['<pay@example.com>', { name: '', address: 'pay@example.com' }],
  ])('reads %s', (text, sender) => {
    expect(readMailSender(text)).toEqual(sender);
  });

  it.each(['', 'pay', 'pay@', 'a@b@c', 'a@example.com, b@example.com', 'x <a@example.com>\r\nBcc: <b@example.com>'])(
    'rejects %j',
    (text) => {
      expect(readMailSender(text)).toBeUndefined();
    },
  );
});
