import { Writable } from 'node:stream';
import * as fc from 'fast-check';
import { Connection, Query } from 'pg';
import { describe, expect, it } from 'vitest';
import { bindMessage } from './bind-message.ts';

/** What the driver sends for a statement that the connection has parsed. */
function sentByDriver(name: string, values: unknown[]): Buffer {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const connection = Object.assign(new Connection({ stream } as object), { parsedStatements: { [name]: 'SELECT' } });
  const query = Object.assign(new Query('SELECT', values), { name });
  expect(query.submit(connection)).toBeNull();
  return Buffer.concat(chunks);
}

const described = Buffer.from('D\0\0\0\x06P\0', 'latin1');
const without = (message: Buffer, part: Buffer): Buffer => {
  const at = message.lastIndexOf(part);
  return Buffer.concat([message.subarray(0, at), message.subarray(at + part.length)]);
};

describe('the messages that run a prepared statement', () => {
  it('are those of the driver, byte by byte', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    const scalar = fc.oneof(
      text,
      fc.constantFrom(null, undefined, true, false, '', '\ud800', '{"a":"\\\\"}'),
      fc.integer(),
      fc.double(),
      fc.bigInt(),
      fc.date({ noInvalidDate: true }),
    );
    const bytes = fc.uint8Array({ maxLength: 40 });
    const value = fc.oneof(
      scalar,
      bytes,
      bytes.map((array) => Buffer.from(array)),
      fc.array(fc.oneof(scalar, fc.array(text, { maxLength: 2 })), { maxLength: 4 }),
      fc.dictionary(text, fc.integer(), { maxKeys: 3 }),
    );
    const name = fc.constantFrom('insert-intent', 'x', 'ü');
    fc.assert(
      fc.property(name, fc.array(value, { maxLength: 24 }), (statement, values) => {
        const driver = sentByDriver(statement, values);
        expect(bindMessage(statement, values, 'describe').equals(driver)).toBe(true);
        expect(bindMessage(statement, values, 'described').equals(without(driver, described))).toBe(true);
      }),
    );
  });

  it('have room for a large value', () => {
    const values = ['é'.repeat(100_000), Buffer.alloc(70_000, 7)];
    expect(bindMessage('large', values, 'describe').equals(sentByDriver('large', values))).toBe(true);
  });

  it('are not made of more values than a statement can have', () => {
    expect(() =>
      bindMessage(
        'many',
        Array.from({ length: 65_536 }, () => 1),
        'describe',
      ),
    ).toThrow(RangeError);
  });
});
