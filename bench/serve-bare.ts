import { createServer } from 'node:http';

/** The minimum of any Node service: read the body, parse it, respond. Runs as a separate process. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const { POST: created, GET: read } = JSON.parse(process.env['BENCH_ANSWERS'] ?? '{}') as Record<string, Answer>;

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    if (request.url === '/' || !read) response.end();
    else response.writeHead(read.status, read.headers).end(read.body);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(created?.status ?? 500, created?.headers).end(created?.body);
  });
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));
