export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** In test mode, webhooks may go to this machine if nobody else uses the server. */
  livemode: boolean;
}

export interface WebhookResponse {
  /** Decides about success, even if the body is late or cut off. Undefined if there was no response. */
  status: number | undefined;
  ms: number;
  headers: Record<string, string> | undefined;
  /** The beginning of the body, without zero bytes. */
  body: string | undefined;
  /** Why there was no response, for the merchant to read. Undefined if there is a status. */
  error: string | undefined;
}

/** Sends webhooks, to public addresses only. */
export interface WebhookSender {
  /** Why webhooks cannot be sent to this URL, for the merchant to read; undefined if they can. */
  check(url: string, livemode: boolean): Promise<string | undefined>;
  /** Never throws, follows no redirect, and ends within the time limit. */
  send(request: WebhookRequest): Promise<WebhookResponse>;
}
