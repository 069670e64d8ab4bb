import { describe, expect, it } from 'vitest';
import { SCREENS } from '../view/screen-of.ts';
import { acceptedLanguages, chooseLanguage } from './choose-language.ts';
import { LANGUAGES } from './languages.ts';

const CAUSES = ['underpaid', 'late', 'reorged', 'wrong_asset', 'canceled_with_money', 'unseen', 'ambiguous'];

/** Every sentence with the way to it; one that takes values is given marks that can be found again. */
function sentences(value: unknown, way = ''): [string, string][] {
  if (typeof value === 'string') return [[way, value]];
  if (typeof value === 'function') {
    const marks = new Proxy({}, { get: (_, name) => `{${String(name)}}` });
    const take = value as (...values: unknown[]) => string;
    return [[way, take.length === 1 && way.includes('.') ? take(marks) : take('{0}', '{1}')]];
  }
  return Object.entries(value as object).flatMap(([key, inner]) =>
    sentences(inner, way === '' ? key : `${way}.${key}`),
  );
}

const marksOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const [english, ...others] = LANGUAGES;
const original = new Map(sentences(english.words));

describe.each(LANGUAGES)('$tag', ({ words }) => {
  const all = sentences(words);

  it('has no empty sentence', () => {
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has different words for every screen', () => {
    const titles = [
      ...Object.values(words.screens).map(({ title }) => title),
      ...Object.values(words.unpayable).map(({ title }) => title),
      words.review.title,
    ];
    expect(new Set(titles).size).toBe(titles.length);
    expect(Object.keys(words.screens).length + 2).toBe(SCREENS.length);
  });

  it('has words for every cause of a review', () => {
    expect(Object.keys(words.review.causes).sort()).toEqual([...CAUSES].sort());
    expect(new Set([...Object.values(words.review.causes), words.review.other]).size).toBe(CAUSES.length + 1);
  });
});

describe.each(others)('$tag beside English', ({ words, dir }) => {
  it('says the same things', () => {
    expect(
      sentences(words)
        .map(([way]) => way)
        .sort(),
    ).toEqual([...original.keys()].sort());
  });

  it('names the same values in each sentence', () => {
    for (const [way, text] of sentences(words))
      expect([way, marksOf(text)]).toEqual([way, marksOf(original.get(way) ?? '')]);
  });

  it('is translated', () => {
    for (const [way, text] of sentences(words)) expect(text, way).not.toBe(original.get(way));
  });

  it('has a direction that fits its letters', () => {
    expect(dir).toBe(/[\u0590-\u08ff]/.test(words.total) ? 'rtl' : 'ltr');
  });
});

describe('the choice of a language', () => {
  it.each([
    [['ar'], 'ar', 'ar'],
    [['ar_EG'], 'ar', 'ar-EG'],
    [['de-DE', 'ar-SA'], 'ar', 'ar-SA'],
    [['en-GB', 'ar'], 'en', 'en-GB'],
    [[null, undefined, '', 'fr'], 'en', 'en'],
    [['not a tag', '<script>'], 'en', 'en'],
    [['ar-u-nu-arab'], 'ar', 'ar'],
  ])('%j', (wishes, tag, locale) => {
    const chosen = chooseLanguage(wishes);
    expect([chosen.language.tag, chosen.locale]).toEqual([tag, locale]);
  });

  it.each([
    ['de;q=0.5, ar, en;q=0.7', ['ar', 'en', 'de']],
    ['ar-EG', ['ar-EG']],
    ['en;q=0, ar;q=0.1', ['ar']],
    ['', []],
    [null, []],
  ])('%j accepts', (header, tags) => {
    expect(acceptedLanguages(header)).toEqual(tags);
  });
});
