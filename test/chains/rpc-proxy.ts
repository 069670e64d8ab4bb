import { createServer, type ServerResponse } from 'node:http';

/**
 * - `pass`: what the node says.
 * - `hang`: every connection is accepted and never answered.
 * - `other_chain`: the node's answers, but all its blocks are others.
 */
type Mode = 'pass' | 'hang' | 'other_chain';

interface Call {
  method: string;
  params: readonly unknown[];
}

const HASHES = new Set(['getblockchaininfo', 'getbestblockhash', 'getblockhash']);

/** Stands before a node, and can be what operators meet: one that is stuck, or one of another chain at the same address. */
export class RpcProxy {
  readonly url: string;
  /** How many questions have come. */
  asked = 0;
  readonly #close: () => void;
  #mode: Mode = 'pass';
  readonly #held = new Set<ServerResponse>();

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async start(nodeUrl: string): Promise<RpcProxy> {
    const url = new URL(nodeUrl);
    const target = url.origin;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization = '' } = request.headers;
        proxy
          .#answer(target, authorization, Buffer.concat(chunks).toString(), response)
          .catch(() => response.destroy());
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    url.port = String(typeof address === 'object' && address ? address.port : 0);
    const proxy = new RpcProxy(url.href, () => {
      server.closeAllConnections();
      server.close();
    });
    return proxy;
  }

  be(mode: Mode): void {
    this.#mode = mode;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  stop(): void {
    this.#close();
  }

  async #answer(target: string, authorization: string, body: string, response: ServerResponse): Promise<void> {
    const { method } = JSON.parse(body) as Call;
    this.asked += 1;
    if (this.#mode === 'hang') {
      this.#held.add(response);
      return;
    }
    const headers = { authorization, 'content-type': 'application/json' };
    const told = await fetch(target, { method: 'POST', headers, body });
    const text = await told.text();
    response
      .writeHead(told.status)
      .end(this.#mode === 'other_chain' && HASHES.has(method) ? withOtherHashes(text) : text);
  }
}

const withOtherHashes = (text: string) => text.replace(/"([0-9a-f]{32})([0-9a-f]{32})"/g, '"$2$1"');
