import { describe, expect, it } from 'vitest';
import { SCREENS } from '../view/select-screen.ts';
import { acceptedLanguages, chooseLanguage } from './choose-language.ts';
import { LANGUAGES } from './languages.ts';

const CAUSES = ['underpaid', 'late', 'reorged', 'wrong_asset', 'canceled_with_money', 'unseen', 'ambiguous'];

/** Every message with its path. Messages that take values get placeholders. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
    const take = value as (...values: unknown[]) => string;
    return [[path, take.length === 1 && path.includes('.') ? take(placeholders) : take('{0}', '{1}')]];
  }
  return Object.entries(value as object).flatMap(([key, inner]) =>
    flatten(inner, path === '' ? key : `${path}.${key}`),
  );
}

const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const [english, ...others] = LANGUAGES;
const original = new Map(flatten(english.messages));

describe.each(LANGUAGES)('$tag', ({ messages }) => {
  const all = flatten(messages);

  it('has no empty message', () => {
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has a different title for every screen', () => {
    const titles = [
      ...Object.values(messages.screens).map(({ title }) => title),
      ...Object.values(messages.unpayable).map(({ title }) => title),
      messages.review.title,
    ];
    expect(new Set(titles).size).toBe(titles.length);
    expect(Object.keys(messages.screens).length + 2).toBe(SCREENS.length);
  });

  it('has a message for every review cause', () => {
    expect(Object.keys(messages.review.causes).sort()).toEqual([...CAUSES].sort());
    expect(new Set([...Object.values(messages.review.causes), messages.review.other]).size).toBe(CAUSES.length + 1);
  });
});

describe.each(others)('$tag compared with English', ({ messages, dir }) => {
  it('has the same messages', () => {
    expect(
      flatten(messages)
        .map(([path]) => path)
        .sort(),
    ).toEqual([...original.keys()].sort());
  });

  it('uses the same values in each message', () => {
    for (const [path, text] of flatten(messages))
      expect([path, placeholdersOf(text)]).toEqual([path, placeholdersOf(original.get(path) ?? '')]);
  });

  it('is translated', () => {
    for (const [path, text] of flatten(messages)) expect(text, path).not.toBe(original.get(path));
  });

  it('has the right text direction', () => {
    expect(dir).toBe(/[\u0590-\u08ff]/.test(messages.total) ? 'rtl' : 'ltr');
  });
});

describe('chooseLanguage', () => {
  it.each([
    [['ar'], 'ar', 'ar'],
    [['ar_EG'], 'ar', 'ar-EG'],
    [['de-DE', 'ar-SA'], 'ar', 'ar-SA'],
    [['en-GB', 'ar'], 'en', 'en-GB'],
    [[null, undefined, '', 'fr'], 'en', 'en'],
    [['not a tag', '<script>'], 'en', 'en'],
    [['ar-u-nu-arab'], 'ar', 'ar'],
  ])('%j', (preferences, tag, locale) => {
    const chosen = chooseLanguage(preferences);
    expect([chosen.language.tag, chosen.locale]).toEqual([tag, locale]);
  });

  it.each([
    ['de;q=0.5, ar, en;q=0.7', ['ar', 'en', 'de']],
    ['ar-EG', ['ar-EG']],
    ['en;q=0, ar;q=0.1', ['ar']],
    ['', []],
    [null, []],
  ])('%j is parsed in order of preference', (header, tags) => {
    expect(acceptedLanguages(header)).toEqual(tags);
  });
});
