import type { WebhookRequest, WebhookResponse, WebhookSender } from '../../src/ports/webhook-sender.ts';
import type { WebhookSigner } from '../../src/ports/webhook-signer.ts';

type Answer = Partial<WebhookResponse> | Promise<Partial<WebhookResponse>>;

/** What receives webhooks in a test: 200 from every URL, unless the test says otherwise. */
export class WebhookReceiver implements WebhookSender {
  readonly requests: WebhookRequest[] = [];
  /** What a URL answers, now and until it is changed. */
  readonly answers = new Map<string, () => Answer>();
  /** Why a URL cannot be used. */
  readonly refused = new Map<string, string>();

  check = async (url: string): Promise<string | undefined> => this.refused.get(url);

  send = async (request: WebhookRequest): Promise<WebhookResponse> => {
    this.requests.push(request);
    const answer = await (this.answers.get(request.url)?.() ?? {});
    return { status: 200, ms: 5, headers: {}, body: '', error: undefined, ...answer };
  };
}

/** Shows what was signed, and with which secret. */
export const plainSigner: WebhookSigner = {
  sign: (secret, id, timestampSeconds, body) => `v1,${secret}:${id}.${timestampSeconds}.${body}`,
};
