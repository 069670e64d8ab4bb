/** How a connection fails that the other side has closed. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const isClosed = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause && CLOSED.has(error.cause.code);

/**
 * Sends a request that only reads. A node closes connections that were idle for some seconds, and a request that is just on its way
 * then fails: this says nothing about the node, so the request is sent once more.
 */
export async function fetchNode(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!isClosed(error)) throw error;
    return fetch(url, init);
  }
}
