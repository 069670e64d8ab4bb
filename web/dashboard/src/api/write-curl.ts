import { SAMPLE_REQUEST } from './sample-request.ts';

interface CurlParts {
  baseUrl: string;
  publicKey: string;
  /** The private key, or a placeholder. */
  privateKey: string;
}

/** A shell command to run as is. The parts come from the server and need no escaping. */
export function writeCurl({ baseUrl, publicKey, privateKey }: CurlParts): string {
  return [
    `curl ${baseUrl.replace(/\/$/, '')}/${publicKey}/create_checkout_payment_intent \\`,
    `  -H "Authorization: Bearer ${privateKey}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${SAMPLE_REQUEST}'`,
  ].join('\n');
}
