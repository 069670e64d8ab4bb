import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { type ParsedBody, parseBody, parseCsvBody } from './parse-body.ts';

/** Replaces the framework's body parsers: ours keep the text of a body beside its value. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number, parse: (bytes: Buffer) => ParsedBody) =>
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit }, (request, bytes, done) => {
      try {
        checkEncoding(request.headers);
        done(null, parse(bytes));
      } catch (error) {
        done(error as Error);
      }
    });
  add('application/json', LIMITS.bodyBytesMax, parseBody);
  add('text/csv', LIMITS.importBytesMax, parseCsvBody);
}

function checkEncoding(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? '';
  const charset = type === 'application/json' ? undefined : /charset="?([^";]+)/i.exec(type)?.[1];
  if (headers['content-encoding'] !== undefined || (charset && !/^utf-?8$/i.test(charset))) {
    throw new Problem('unsupported_media_type', 'Send the body in UTF-8 without content encoding.');
  }
}
