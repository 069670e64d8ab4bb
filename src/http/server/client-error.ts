import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config.ts';
import { type ErrorCode, Problem } from '../../domain/errors.ts';
import { presentProblem } from './present-problem.ts';

const CODES: Record<string, { code: ErrorCode; detail: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', detail: 'The headers are larger than 16 KiB.' },
};

/** Answers invalid or slow HTTP directly on the socket, because the framework has no request for it. */
export function answerClientError(
  context: { config: Config; nextRequestId: () => string },
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, detail } = CODES[error.code ?? ''] ?? {
    code: 'malformed_request',
    detail: 'The request is not valid HTTP.',
  };
  const requestId = context.nextRequestId();
  const answer = presentProblem(new Problem(code, detail), { baseUrl: context.config.baseUrl, path: '', requestId });
  socket.end(
    [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(answer.body)}`,
      `request-id: ${requestId}`,
      'connection: close',
      '',
      answer.body,
    ].join('\r\n'),
  );
}
