import { type Agent, get } from 'node:http';

/** Sends one GET over a keep-alive connection. Returns the time until the last byte, and the text. */
export function timeRequest(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
): Promise<{ ms: number; text: string }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent, headers, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - began;
        const text = Buffer.concat(chunks).toString('utf8');
        if (response.statusCode === 200) resolve({ ms, text });
        else reject(new Error(`${url} returned ${response.statusCode}: ${text}`));
      });
    }).on('error', reject);
  });
}
