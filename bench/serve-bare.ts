import { createServer } from 'node:http';

/** The minimum of any Node service: read the body, parse it, respond. Runs as a separate process. */
const { headers, body } = JSON.parse(process.env['BENCH_ANSWER'] ?? '{}') as {
  headers: Record<string, string>;
  body: string;
};

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(201, headers).end(body);
  });
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
