import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendBytes } from '../../../test/http/send-bytes.ts';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { createMonitor } from './create-monitor.ts';

describe('the monitor of a process that serves no requests', () => {
  const checks = [{ name: 'database', ok: true, detail: 'responds', pending: false }];
  let scrapes = 0;
  const server = { url: '', close: () => {} };

  beforeEach(async () => {
    const monitor = createMonitor({
      ...createMemoryPorts({ networks: ['simulated'] }),
      health: async () => checks,
      async metrics() {
        scrapes += 1;
        if (scrapes > 1) throw new Error('the second one fails');
        return { contentType: 'text/plain; version=0.0.4', text: 'florin_info 1\n' };
      },
    });
    await new Promise<void>((resolve) => {
      monitor.listen(0, '127.0.0.1', resolve);
    });
    server.url = `http://127.0.0.1:${(monitor.address() as AddressInfo).port}`;
    server.close = () => monitor.close().closeAllConnections();
  });

  afterEach(() => server.close());

  it('answers like a server does, and nothing else', async () => {
    const live = await fetch(`${server.url}/healthz`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await fetch(`${server.url}/readyz?verbose`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: [{ name: 'database', ok: true, detail: 'responds' }],
      networks: [{ network: 'simulated', state: 'delayed' }],
      roles: [
        { role: 'watcher', running: false },
        { role: 'deliverer', running: false },
      ],
    });
    for (const check of checks) check.ok = false;
    const unready = await fetch(`${server.url}/readyz`);
    expect([unready.status, await unready.json()]).toMatchObject([503, { status: 'not_ready', networks: [] }]);
    const scrape = await fetch(`${server.url}/metrics`);
    expect([scrape.status, scrape.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4']);
    expect(await scrape.text()).toBe('florin_info 1\n');
    expect((await fetch(`${server.url}/metrics`)).status).toBe(503);
    expect((await fetch(`${server.url}/dashboard`)).status).toBe(404);
    const whole = await sendBytes(server.url, { path: 'http://florin:9100/healthz?now' });
    expect([whole.status, whole.json]).toEqual([200, { status: 'ok' }]);
  });
});
