import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue: string } | { intValue: number } | { boolValue: boolean };

interface Attribute {
  key: string;
  value: Value;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: Attribute[] })[] }[];
  }[];
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code: number };
  attributes: Record<string, unknown>;
  /** The attributes of the process. */
  service: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Everything that was received, as text. */
  text(): string;
  stop(): Promise<void>;
}

/** A collector of traces that speaks OTLP over HTTP, with JSON. */
export async function startCollector(): Promise<Collector> {
  const requests: ExportRequest[] = [];
  const collector: Collector = {
    url: '',
    spans: [],
    text: () => JSON.stringify(requests),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const take = async (request: IncomingMessage) => {
    const body = (await json(request)) as ExportRequest;
    requests.push(body);
    for (const { resource, scopeSpans } of body.resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({
          ...span,
          attributes: readAttributes(span.attributes),
          service: readAttributes(resource.attributes),
        });
  };
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') response.writeHead(404).end();
    else void take(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}

const readAttributes = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
