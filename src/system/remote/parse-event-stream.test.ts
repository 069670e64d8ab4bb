import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEventStream } from './parse-event-stream.ts';

async function parse(...chunks: string[]) {
  async function* all() {
    yield* chunks;
  }
  const events = [];
  for await (const event of parseEventStream(all())) events.push(event);
  return events;
}

const STREAM =
  'retry: 1000\n\n: heartbeat\n\nid: 7\nevent: payment.seen\ndata: {"a":1}\n\nid: 8\ndata: one\ndata: two\n\n';
const EVENTS = [
  { id: '7', type: 'payment.seen', data: '{"a":1}' },
  { id: '8', type: 'message', data: 'one\ntwo' },
];

it('reads events, and nothing else', async () => {
  expect(await parse(STREAM)).toEqual(EVENTS);
});

it.each(['\n', '\r\n', '\r'])('reads them with line breaks %j, however they are cut', async (lineBreak) => {
  const text = STREAM.replaceAll('\n', lineBreak);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 12 }), async (places) => {
      const cuts = [0, ...places.toSorted((a, b) => a - b), text.length];
      const chunks = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
      // A last carriage return may be half of a line break, so more has to follow.
      expect(await parse(...chunks, ': end')).toEqual(EVENTS);
    }),
  );
});

it('keeps an event that is not finished to itself', async () => {
  expect(await parse('id: 1\ndata: a\n\nid: 2\ndata: b\n')).toEqual([{ id: '1', type: 'message', data: 'a' }]);
});

it('does not read an endless event', async () => {
  await expect(parse('data: ', ...Array.from({ length: 6 }, () => 'x'.repeat(1_048_576)))).rejects.toThrow('too long');
});
