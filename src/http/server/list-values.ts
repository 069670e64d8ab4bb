import type { Meaning } from '../../domain/meaning.ts';

/** A description of a field that has one of a few values, with an entry for each of them. */
export const listValues = (lead: string, texts: Readonly<Record<string, string>>): string =>
  [
    lead,
    Object.entries(texts)
      .map(([value, text]) => `- \`${value}\`: ${text}`)
      .join('\n'),
  ].join('\n\n');

const mapValues = <Value, Result>(values: Readonly<Record<string, Value>>, change: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** What each value means and what to do, for merchants. */
export const listMeanings = (lead: string, meanings: Readonly<Record<string, Meaning>>): string =>
  listValues(
    lead,
    mapValues(meanings, ({ meaning, fix }) => `${meaning} ${fix}`),
  );

/** What each value means, for payers, who do nothing about it. */
export const listFacts = (lead: string, meanings: Readonly<Record<string, Meaning>>): string =>
  listValues(
    lead,
    mapValues(meanings, ({ meaning }) => meaning),
  );
