import type { Language } from '../view/messages.ts';
import { chooseLocale } from './choose-locale.ts';
import { LANGUAGES } from './languages.ts';

export interface LanguageChoice {
  language: Language;
  locale: string;
}

const [FALLBACK, ...OTHERS] = LANGUAGES;

/** For the server, which has every language. */
export function chooseLanguage(preferences: readonly (string | null | undefined)[]): LanguageChoice {
  const { tag, locale } = chooseLocale([FALLBACK.tag, ...OTHERS.map((other) => other.tag)], preferences);
  return { language: LANGUAGES.find((language) => language.tag === tag) ?? FALLBACK, locale };
}

/** The tags of an `Accept-Language` header, most preferred first. A plain tag is a valid header too. */
export function acceptedLanguages(header: string | null | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
