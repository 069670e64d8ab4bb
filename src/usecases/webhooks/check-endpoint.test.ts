import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { checkEndpoint } from './check-endpoint.ts';

describe('checkEndpoint', () => {
  it('asks about a URL in its mode, and only if there is one', async () => {
    const asked: unknown[] = [];
    const webhookSender = { check: async (...args: [string, boolean]) => void asked.push(args) };
    await checkEndpoint({ webhookSender }, { livemode: true });
    await checkEndpoint({ webhookSender }, { url: 'https://a.example', livemode: true });
    expect(asked).toEqual([['https://a.example', true]]);
  });

  it('throws every error at once', async () => {
    const { webhookSender } = createMemoryPorts();
    webhookSender.refused.set('ftp://a', 'Use https.');
    const checking = checkEndpoint({ webhookSender }, { url: 'ftp://a', events: ['x'], livemode: false });
    await expect(checking).rejects.toMatchObject({ code: 'validation_failed', errors: [{}, {}] });
  });
});
