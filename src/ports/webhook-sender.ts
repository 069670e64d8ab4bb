export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether addresses of this machine are allowed beyond what the operator allows. */
  livemode: boolean;
}

export interface WebhookResponse {
  /** Undefined if there was no response. */
  status: number | undefined;
  ms: number;
  headers: Record<string, string> | undefined;
  /** The beginning of the response. */
  body: string | undefined;
  /** Why there was no response, for the merchant to read. */
  error: string | undefined;
}

/** Sends webhooks, to public addresses only. */
export interface WebhookSender {
  /** Why webhooks cannot be sent to this URL, for the merchant to read; undefined if they can. */
  check(url: string, livemode: boolean): Promise<string | undefined>;
  /** Never throws, follows no redirect, and ends within the time limit. */
  send(request: WebhookRequest): Promise<WebhookResponse>;
}
