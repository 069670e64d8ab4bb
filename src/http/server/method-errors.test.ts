import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { createFindMiss } from './method-errors.ts';

const findMiss = createFindMiss(routes, { maxParamLength: 200 }, 'https://pay.example.com');

const missOf = (url: string) => findMiss({ raw: { url } } as FastifyRequest);

describe('createFindMiss', () => {
  it('names the URL without slashes at its end', () => {
    expect(missOf('/docs//?a=1').message).toBe('This path does not end with a slash. Use https://pay.example.com/docs');
    expect(missOf('//').message).toBe('Nothing was found at this path.');
  });

  it('takes no longer for a slash among many slashes than for another character', () => {
    const startedMs = performance.now();
    expect(missOf(`/docs${'/'.repeat(120_000)}x`).code).toBe('not_found');
    // It takes milliseconds, and more than 20 seconds if the time grows with the square of the length.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
