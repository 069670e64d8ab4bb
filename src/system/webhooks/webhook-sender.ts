import type { WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';
import { describeFailure } from './describe-failure.ts';
import { Exchange } from './exchange.ts';
import { createHostResolver } from './host-resolver.ts';
import { createReceiverGuard, type GuardOptions } from './receiver-guard.ts';
import type { ReceiverPools } from './receiver-pools.ts';

export type WebhookSenderOptions = Omit<GuardOptions, 'resolve'> & Partial<Pick<GuardOptions, 'resolve'>>;

/**
 * Sends webhooks with HTTP/1.1 to public addresses, and to others that the operator allows
 * (docs/adr/0029-webhooks-to-public-addresses.md). Variables that name a proxy are not read.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender & { close(): Promise<void> } {
  const findReceiver = createReceiverGuard({ resolve: createHostResolver(), ...options });
  let opened: Promise<ReceiverPools> | undefined;

  async function perform(exchange: Exchange, request: WebhookRequest): Promise<void> {
    try {
      const found = await findReceiver(request.url, request.livemode);
      if ('reason' in found) exchange.fail(found.reason);
      else {
        opened ??= openPools();
        exchange.send(await opened, found, request);
      }
    } catch (error) {
      exchange.fail(describeFailure(error));
    }
  }

  return {
    async check(url, livemode) {
      const found = await findReceiver(url, livemode);
      return 'reason' in found ? found.reason : undefined;
    },

    send: (request) =>
      new Promise((resolve) => {
        void perform(new Exchange(resolve), request);
      }),

    close: async () => (await opened)?.close(),
  };
}

/** Only a process that sends webhooks loads the client. */
async function openPools(): Promise<ReceiverPools> {
  const { ReceiverPools } = await import('./receiver-pools.ts');
  return new ReceiverPools();
}
