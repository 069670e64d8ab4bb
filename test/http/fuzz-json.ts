import * as fc from 'fast-check';

/**
 * JSON as text with a structure: unlike a JavaScript value it can hold a member twice, a number of any size and half a
 * character.
 */
type Json = string | { list: Json[] } | { members: [name: string, value: Json][] };

function write(json: Json): string {
  if (typeof json === 'string') return json;
  if ('list' in json) return `[${json.list.map(write).join(',')}]`;
  return `{${json.members.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(',')}}`;
}

function read(value: unknown): Json {
  if (Array.isArray(value)) return { list: value.map(read) };
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return { members: members.map(([name, member]): [string, Json] => [name, read(member)]) };
  }
  return JSON.stringify(value);
}

const nested = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.boolean())
  .map(([levels, inLists]) => (inLists ? '[' : '{"a":').repeat(levels) + '0' + (inLists ? ']' : '}').repeat(levels));

/** Values that belong nowhere. */
const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '[[]]', '[{}]', '"2"', '"-1"', '"NaN"'),
  fc.constantFrom('0', '-0', '-0.0', '-1', '0.5', '1e2', '1E+2', '1e400', '-1e400', '1e-400', '9007199254740993'),
  fc.constantFrom('99999999999999999999999999999999', '1.0000000000000000000000001', '100000000000000000000'),
  fc.constantFrom('"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\ud83d\\ude00"', '"a\\u0000b"', '"\\u202e"'),
  fc.integer({ min: 0, max: 3_000 }).map((length) => JSON.stringify('y'.repeat(length))),
  fc.string({ unit: 'binary', maxLength: 50 }).map((value) => JSON.stringify(value)),
  fc.double().map((value) => (Number.isFinite(value) ? String(value) : '1e999')),
  nested,
  fc.jsonValue({ maxDepth: 4 }).map((value) => read(value)),
);

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length'),
  fc.constantFrom(
    '',
    ' ',
    'a/b~c',
    '\u0000',
    '\ud800',
    'customer',
    'items',
    'status',
    'id',
    'total_amount',
    'metadata',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

interface Mutation {
  kind: 'drop' | 'duplicate' | 'rename' | 'replace' | 'add' | 'wrap';
  at: number;
  name: string;
  value: Json;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('drop', 'duplicate', 'rename', 'replace', 'replace', 'replace', 'add', 'add', 'wrap'),
  at: fc.nat(),
  name,
  value: junk,
});

/** Every object of the tree, outermost first. */
function objectsOf(json: Json): { members: [string, Json][] }[] {
  if (typeof json === 'string') return [];
  if ('list' in json) return json.list.flatMap(objectsOf);
  return [json, ...json.members.flatMap(([, value]) => objectsOf(value))];
}

function mutate(json: Json, { kind, at, name: newName, value }: Mutation): void {
  const places = objectsOf(json).flatMap((object) => object.members.map((member) => ({ object, member })));
  const place = places[at % Math.max(1, places.length)];
  if (!place) return;
  const { object, member } = place;
  const index = object.members.indexOf(member);
  const changes: Record<Mutation['kind'], () => void> = {
    drop: () => object.members.splice(index, 1),
    duplicate: () => object.members.splice(at % 2 === 0 ? index : object.members.length, 0, [member[0], value]),
    rename: () => object.members.splice(index, 1, [newName, member[1]]),
    replace: () => object.members.splice(index, 1, [member[0], value]),
    add: () => object.members.splice(index, 0, [newName, value]),
    wrap: () => object.members.splice(index, 1, [member[0], { list: [member[1]] }]),
  };
  changes[kind]();
}

type Damage = { kind: 'none' | 'cut' | 'flip' | 'brace' | 'insert' | 'pad' | 'space'; at: number; byte: number };

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.oneof(
    { weight: 84, arbitrary: fc.constant('none' as const) },
    {
      weight: 15,
      arbitrary: fc.constantFrom(
        'cut' as const,
        'flip' as const,
        'brace' as const,
        'insert' as const,
        'space' as const,
      ),
    },
    { weight: 1, arbitrary: fc.constant('pad' as const) },
  ),
  at: fc.nat(),
  byte: fc.integer({ min: 0, max: 255 }),
});

/** Changes the bytes without regard to what they say. */
function harm(bytes: Buffer, { kind, at, byte }: Damage): Buffer {
  const place = at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  const changes: Record<Damage['kind'], () => Buffer> = {
    none: () => bytes,
    cut: () => Buffer.from(before),
    flip: () => {
      const copy = Buffer.from(bytes);
      if (place < copy.length) copy[place] = byte;
      return copy;
    },
    brace: () => Buffer.concat([before, Buffer.from('{}[]",:\\'.charAt(byte % 8).repeat((byte % 5) + 1)), after]),
    insert: () => Buffer.concat([before, Buffer.from([byte]), after]),
    pad: () => Buffer.concat([bytes, Buffer.alloc(65_536 - Math.min(bytes.length, 65_536) + (byte % 3) - 1, ' ')]),
    space: () => Buffer.concat([Buffer.from('\r\n\t '), bytes, Buffer.from(' \n')]),
  };
  return changes[kind]();
}

/** JSON of every kind between a value and noise. */
export const fuzzJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(value, fc.oneof(fc.constant([]), fc.array(mutation, { maxLength: 4 })), damage)
    .map(([base, mutations, harmed]) => {
      const json = read(base);
      for (const each of mutations) mutate(json, each);
      return harm(Buffer.from(write(json)), harmed);
    });
