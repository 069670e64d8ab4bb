import { describe, expect, it } from 'vitest';
import { parseId } from '../../domain/ids.ts';
import { publicKeyMode } from '../../domain/keys/key.ts';
import { routes } from '../routes.ts';
import { PATH_PARAMETERS, parametersIn } from './path-parameters.ts';

const PREFIXES: Record<string, string> = {
  payment_intent_id: 'pi',
  event_id: 'evt',
  endpoint_id: 'we',
  delivery_id: 'dlv',
  transfer_id: 'tr',
  wallet_id: 'wal',
  key_id: 'key',
  session_id: 'ses',
};

/** The prefix of the `id` of an object, by the `object` beside it. */
const OBJECTS: Record<string, string> = {
  payment_intent: 'pi',
  transfer: 'tr',
  wallet: 'wal',
  event: 'evt',
  webhook_endpoint: 'we',
  delivery: 'dlv',
};

/** Every ID in an example, with the prefix that its name asks for. */
function idsIn(value: unknown): [prefix: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const { object } = value as { object?: unknown };
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const prefix = name === 'id' ? OBJECTS[String(object)] : PREFIXES[name];
    return typeof member === 'string' && prefix !== undefined ? [[prefix, member]] : idsIn(member);
  });
}

const examples = routes.flatMap(({ id, body, answers }) => {
  const sent = Object.values(body?.examples ?? {}).map(({ value }) => ({ id, value }));
  const named = Object.values(answers).flatMap((answer) => Object.values(answer.examples ?? {}));
  const returned = Object.values(answers).map(({ example }) => ({ value: example }));
  return sent.concat([...returned, ...named].map(({ value }) => ({ id, value })));
});

describe('the parameters of a path', () => {
  it('are found in order', () => {
    expect(parametersIn('/{public_key}/items/{item_id}')).toEqual(['public_key', 'item_id']);
    expect(parametersIn('/dashboard/*')).toEqual(['*']);
    expect(parametersIn('/healthz')).toEqual([]);
  });

  it('must be known', () => {
    expect(() => parametersIn('/{thing_id}')).toThrow('The path parameter thing_id is not in PATH_PARAMETERS.');
  });

  it('are parsed, and undefined if they are invalid', () => {
    expect(PATH_PARAMETERS.wallet_id.parse('pi_034xq7eOP9ZYU86r8hkeCz')).toBeUndefined();
    expect(PATH_PARAMETERS.payment_intent_id.parse('pi_034xq7eOP9ZYU86r8hkeCz')).toBe('pi_034xq7eOP9ZYU86r8hkeCz');
    expect(PATH_PARAMETERS.mode.parse('live')).toBe('live');
    expect(PATH_PARAMETERS.mode.parse('beta')).toBeUndefined();
  });
});

describe('the examples of the reference', () => {
  it.each(Object.entries(PATH_PARAMETERS))('%s is valid', (_, { parse, example }) => {
    expect(parse(example)).toBe(example);
  });

  it.each(Object.entries(PREFIXES))('%s begins with %s_', (name, prefix) => {
    const { example } = PATH_PARAMETERS[name as keyof typeof PATH_PARAMETERS];
    expect(parseId(prefix, example)).toBe(example);
  });

  it('the public key is a test key', () => {
    expect(publicKeyMode(PATH_PARAMETERS.public_key.example)).toBe('test');
  });

  it('every ID in a body or an answer is valid', () => {
    const ids = examples.flatMap(({ id, value }) => idsIn(value).map(([prefix, text]) => ({ id, prefix, text })));
    for (const { id, prefix, text } of ids) expect([id, parseId(prefix, text)]).toEqual([id, text]);
    expect(new Set(ids.map(({ prefix }) => prefix))).toEqual(new Set(['pi', 'evt', 'we', 'dlv', 'tr', 'wal']));
  });
});
