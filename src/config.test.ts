import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('FLORIN_WEBHOOK_ALLOW_CIDRS', () => {
  it('is a list of ranges', () => {
    const env = { FLORIN_WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16, fd00::/8,192.168.7.9' };
    expect(readConfig(env).webhookAllowCidrs).toEqual(['10.1.0.0/16', 'fd00::/8', '192.168.7.9']);
    expect(readConfig({}).webhookAllowCidrs).toEqual([]);
  });

  it.each(['10.1.0.0/33', 'loopback', 'shop.internal'])('cannot be %s', (text) => {
    expect(() => readConfig({ FLORIN_WEBHOOK_ALLOW_CIDRS: `10.0.0.0/8,${text}` })).toThrow(
      `FLORIN_WEBHOOK_ALLOW_CIDRS contains "${text}"; use ranges such as 10.1.0.0/16.`,
    );
  });
});

describe('webhooks of test mode go to loopback', () => {
  it.each<NodeJS.ProcessEnv>([
    {},
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { FLORIN_BASE_URL: 'http://localhost:3000' },
    { FLORIN_BASE_URL: 'http://[::1]:8080/pay' },
  ])('if nobody else uses the server: %j', (env) => {
    expect(readConfig(env).webhooksToLoopback).toBe(true);
  });

  it.each<NodeJS.ProcessEnv>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.2' },
    { HOST: 'example.com' },
    { HOST: 'not a host' },
    { FLORIN_BASE_URL: 'https://pay.example.com' },
    { HOST: '0.0.0.0', FLORIN_BASE_URL: 'http://localhost:3000' },
    { FLORIN_ROLES: 'worker' },
  ])('and otherwise do not: %j', (env) => {
    expect(readConfig(env).webhooksToLoopback).toBe(false);
  });
});

describe('DATABASE_URL and FLORIN_DATABASE_DIRECT_URL', () => {
  it('name the database, and the way past a pooler', () => {
    const env = { DATABASE_URL: 'postgres://pooler/shop', FLORIN_DATABASE_DIRECT_URL: 'postgres://a,b/shop' };
    expect(readConfig(env)).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: env.FLORIN_DATABASE_DIRECT_URL,
    });
  });

  it.each([
    [{ FLORIN_DATABASE_DIRECT_URL: 'postgres://florin:secret@a/shop' }, 'DATABASE_URL is not'],
    [{ FLORIN_DATABASE_READ_URL: 'postgres://florin:secret@a/shop' }, 'DATABASE_URL is not'],
    [{ DATABASE_URL: 'postgres://florin:secret@a:x,b/shop' }, 'DATABASE_URL names a host'],
  ])('are rejected without a password', (env, why) => {
    expect(() => readConfig(env)).toThrow(why);
    expect(() => readConfig(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
  });
});

describe('FLORIN_AGREEMENT_WORTH and FLORIN_AGREEMENT_NODES', () => {
  it('say when how many nodes must agree', () => {
    expect(readConfig({}).agreement).toEqual({ nodes: 2, worth: 1_000 });
    const env = { FLORIN_AGREEMENT_NODES: '3', FLORIN_AGREEMENT_WORTH: '0' };
    expect(readConfig(env).agreement).toEqual({ nodes: 3, worth: 0 });
  });

  it.each([
    ['FLORIN_AGREEMENT_NODES', '1'],
    ['FLORIN_AGREEMENT_WORTH', '12.5'],
    ['FLORIN_AGREEMENT_WORTH', '-1'],
  ])('%s cannot be %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"; it must be a whole number from`);
  });
});

describe('FLORIN_RPC_<NETWORK>', () => {
  const urls = 'esplora+https://mempool.space/api,esplora+http://127.0.0.1:3002';

  it('can lead to Esplora servers, for Bitcoin, Litecoin and their test networks', () => {
    const { rpcUrls } = readConfig({ FLORIN_RPC_BITCOIN: urls, FLORIN_RPC_LITECOIN_REGTEST: urls });
    expect(rpcUrls.get('bitcoin')).toEqual(urls.split(','));
    expect(rpcUrls.get('litecoin-regtest')).toEqual(urls.split(','));
  });

  it.each([
    ['FLORIN_RPC_BITCOIN', `${urls},http://127.0.0.1:8332`, /Use one kind: all URLs begin with esplora\+, or none\./],
    ['FLORIN_RPC_SOLANA', urls, /only Bitcoin and Litecoin can be read from/],
    ['FLORIN_RPC_BITCOIN', 'esplora+ftp://mempool.space', /begin with http:\/\/, https:\/\/ or esplora\+https:\/\//],
    ['FLORIN_RPC_SOLANA', 'mempool.space', /begin with http:\/\/ or https:\/\//],
  ])('cannot be: %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });
});

describe('traces', () => {
  const endpoint = 'http://localhost:4318/';

  it('are off without a collector, and complete with one', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'shop' }).tracing).toBeUndefined();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual({
      endpoint: 'http://localhost:4318',
      serviceName: 'florin',
      ratio: 1,
    });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER_ARG: '0.01' };
    expect(readConfig(env).tracing).toMatchObject({ serviceName: 'shop', ratio: 0.01 });
  });

  it.each(['2', '-0.1', '1%', '0,5', '1.5'])('cannot be recorded for a share of %s', (share) => {
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow(
      `OTEL_TRACES_SAMPLER_ARG is "${share}"; it must be a number from 0 to 1, such as 0.01.`,
    );
  });

  it.each(['localhost:4318', 'grpc://localhost:4317'])('cannot go to %s', (url) => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318.',
    );
  });
});

it('FLORIN_METRICS_PORT is a port, and unset by default', () => {
  expect(readConfig({}).metricsPort).toBeUndefined();
  expect(readConfig({ FLORIN_METRICS_PORT: '9464' }).metricsPort).toBe(9_464);
  expect(() => readConfig({ FLORIN_METRICS_PORT: '0' })).toThrow('FLORIN_METRICS_PORT is "0"');
});

describe('FLORIN_ROLES', () => {
  it.each([
    [undefined, ['api', 'watcher', 'deliverer']],
    ['worker', ['watcher', 'deliverer']],
    ['api,worker', ['api', 'watcher', 'deliverer']],
    ['deliverer api deliverer', ['api', 'deliverer']],
    ['watcher', ['watcher']],
  ])('%s means %j', (named, roles) => {
    expect(readConfig({ FLORIN_ROLES: named }).roles).toEqual(roles);
  });

  it('names those that exist', () => {
    expect(() => readConfig({ FLORIN_ROLES: 'api,king' })).toThrow(
      'FLORIN_ROLES contains "king"; the roles are api, watcher, deliverer, and worker for the last two.',
    );
  });
});

describe('FLORIN_PROCESSES', () => {
  it('is one, a number, or as many as the machine runs at the same time', () => {
    const databaseUrl = 'postgres://florin@127.0.0.1/florin';
    expect(readConfig({}).processes).toBe(1);
    expect(readConfig({ FLORIN_PROCESSES: '12' }).processes).toBe(12);
    expect(readConfig({ FLORIN_PROCESSES: 'auto' }).processes).toBe(Math.min(4, availableParallelism()));
    const apart = { FLORIN_PROCESSES: 'auto', DATABASE_URL: databaseUrl };
    expect(readConfig(apart).processes).toBe(Math.min(64, availableParallelism()));
  });

  it.each(['0', '65', 'many'])('cannot be %s', (value) => {
    expect(() => readConfig({ FLORIN_PROCESSES: value })).toThrow(`FLORIN_PROCESSES is "${value}"; it must be`);
  });
});

describe('mails', () => {
  const FLORIN_SMTP_URL = 'smtp://ada:secret@mail.example.com';

  it('are off without both variables, and empty ones count as unset', () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig({ FLORIN_SMTP_URL: '', FLORIN_MAIL_FROM: ' ' }).mail).toBeUndefined();
  });

  it('have a server and a sender', () => {
    expect(readConfig({ FLORIN_SMTP_URL, FLORIN_MAIL_FROM: 'Tulip shop <pay@example.com>' }).mail).toEqual({
      server: { host: 'mail.example.com', port: 587, user: 'ada', password: 'secret', tls: 'starttls' },
      from: { name: 'Tulip shop', address: 'pay@example.com' },
    });
  });

  it('need a sender, and a sender needs a server', () => {
    expect(() => readConfig({ FLORIN_SMTP_URL })).toThrow('FLORIN_SMTP_URL is set, and FLORIN_MAIL_FROM is not.');
    expect(() => readConfig({ FLORIN_SMTP_URL, FLORIN_MAIL_FROM: 'pay' })).toThrow('FLORIN_MAIL_FROM must look like');
    expect(() => readConfig({ FLORIN_MAIL_FROM: 'pay@example.com' })).toThrow('Set both, or neither.');
  });

  it('report a URL that is wrong, without the password', () => {
    const env = { FLORIN_SMTP_URL: 'http://ada:secret@mail.example.com', FLORIN_MAIL_FROM: 'pay@example.com' };
    expect(() => readConfig(env)).toThrow(/^FLORIN_SMTP_URL must look like (?!.*secret)/);
  });
});
