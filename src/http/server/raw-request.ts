import type { FastifyRequest } from 'fastify';

/** The texts in the path, by the names of its parameters. */
export const rawParams = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>;

/** The query before validation. A parameter that is sent twice is a list. */
export const rawQuery = (request: FastifyRequest) => request.query as Readonly<Record<string, string>>;
