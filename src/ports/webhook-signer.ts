/** Signs webhooks as Standard Webhooks asks for, so that any of its libraries can verify them. */
export interface WebhookSigner {
  /** One signature with an endpoint's secret (`whsec_…`), for the header `webhook-signature`. */
  sign(secret: string, id: string, timestampSeconds: number, body: string): string;
}
