import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import type { Output } from './command.ts';
import { renderOutput } from './render-output.ts';

const PERSON = { json: false, isTerminal: true, usesColor: true };
const UNCOLORED = { ...PERSON, usesColor: false };
const PIPE = { json: false, isTerminal: false, usesColor: false };
const JSON_LINES = { ...PERSON, json: true };

const table: Output = {
  json: { data: [1, 2] },
  text: {
    columns: ['ID', 'STATUS', 'NAME'],
    rows: [
      ['pi_1', { text: 'succeeded', tone: 'good' }, 'Ada'],
      ['pi_234', 'expired', ''],
    ],
    empty: 'Nothing found.',
  },
};

it('aligns a table for a person', () => {
  expect(renderOutput(table, UNCOLORED)).toBe(
    ['ID      STATUS     NAME', 'pi_1    succeeded  Ada', 'pi_234  expired', ''].join('\n'),
  );
});

it('colors it, and aligns it as without color', () => {
  const colored = renderOutput(table, PERSON);
  expect(colored).toContain('\x1b[32msucceeded\x1b[39m');
  expect(stripVTControlCharacters(colored).replaceAll(/ +$/gm, '')).toBe(renderOutput(table, UNCOLORED));
});

it('puts tabs between the columns for a program, without head and color', () => {
  expect(renderOutput(table, PIPE)).toBe('pi_1\tsucceeded\tAda\npi_234\texpired\t\n');
});

it('prints one line of JSON', () => {
  expect(renderOutput(table, JSON_LINES)).toBe('{"data":[1,2]}\n');
  expect(renderOutput({ json: 'a\nb', text: '' }, JSON_LINES)).toBe('"a\\nb"\n');
});

it('says that a table is empty to a person, and nothing to a program', () => {
  const empty: Output = { json: {}, text: { columns: ['ID'], rows: [], empty: 'Nothing found.' } };
  expect(renderOutput(empty, PERSON)).toBe('Nothing found.\n');
  expect(renderOutput(empty, PIPE)).toBe('');
});

it('pads the cells of a line to their width, and none after the last', () => {
  const line: Output = { json: {}, text: [{ text: 'a', width: 3 }, 'b', { text: 'c', width: 9 }] };
  expect(renderOutput(line, UNCOLORED)).toBe('a    b  c\n');
  expect(renderOutput(line, PIPE)).toBe('a\tb\tc\n');
});

it('does not let a name control the terminal', () => {
  const line: Output = { json: {}, text: ['\x1b]0;owned\x07', 'a\tb\nc'] };
  for (const rendering of [PERSON, PIPE]) {
    expect(renderOutput(line, rendering)).not.toMatch(/[^\P{Cc}\t\n]/u);
    expect(renderOutput(line, rendering).trimEnd().split('\n')).toHaveLength(1);
  }
  expect(renderOutput(line, PIPE).split('\t')).toHaveLength(2);
});

it('does not let longer text or JSON control it either', () => {
  const text = 'id\t1\nurl https://\x1b[2J\x7f\x9b31m';
  const output: Output = { json: { url: text }, text };
  expect(renderOutput(output, PERSON)).toBe('id\t1\nurl https:// [2J  31m\n');
  const json = renderOutput(output, JSON_LINES);
  expect(json).not.toMatch(/[^\P{Cc}\n]/u);
  expect(JSON.parse(json)).toEqual(output.json);
});
