import { json } from 'node:stream/consumers';
import { verifyWebhook } from '../../../examples/webhooks/node/verify-webhook.mjs';

function verify({ secret, headers, body }) {
  try {
    return verifyWebhook(secret, headers, Buffer.from(body)).id;
  } catch (error) {
    return error.message;
  }
}

console.log(JSON.stringify((await json(process.stdin)).map(verify)));
