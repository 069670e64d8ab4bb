import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from './verify-webhook.mjs';

const { WEBHOOK_SECRET, PORT = '4000' } = process.env;

/** Prints each event that Florin sends. */
createServer(async (request, response) => {
  try {
    const event = verifyWebhook(WEBHOOK_SECRET, request.headers, await buffer(request));
    console.log(event.number, event.type, event.data.object.id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`Waiting for events at http://127.0.0.1:${PORT}/hooks`));
