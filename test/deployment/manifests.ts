import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');

export type Node = { readonly [key: string]: unknown };

export const readText = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The documents of a YAML text. Throws for what a strict parser rejects, such as a key that stands twice. */
export function parseManifests(text: string): Node[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Node;
  });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** All values under a name, at any depth. */
export function valuesOf(value: unknown, name: string): unknown[] {
  if (!isNode(value)) return [];
  const below = Object.values(value).flatMap((child) => valuesOf(child, name));
  return name in value ? [value[name], ...below] : below;
}

/** The instructions of a Containerfile, with continued lines joined. */
export function instructionsOf(text: string): { name: string; rest: string }[] {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return lines.split('\n').flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, rest }];
  });
}

/** The settings of a unit, in order: a name can stand more than once. */
export const settingsOf = (unit: string): { name: string; value: string }[] =>
  [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));

/** Metrics in a text that no source file defines. */
export const findUnknownMetrics = (text: string, source: string): string[] =>
  [...text.matchAll(/\bflorin_[a-z_]+\b/g)].map(([name]) => name).filter((name) => !source.includes(`'${name}'`));

/** Paths in a text that no route has. */
export const findUnknownPaths = (found: readonly unknown[], paths: ReadonlySet<string>): unknown[] =>
  found.filter((path) => typeof path !== 'string' || !paths.has(path));
