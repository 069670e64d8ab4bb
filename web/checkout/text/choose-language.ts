import type { Language } from '../view/messages.ts';
import { LANGUAGES } from './languages.ts';

export interface LanguageChoice {
  language: Language;
  locale: string;
}

/** The first preference that has a translation; English if none has. */
export function chooseLanguage(preferences: readonly (string | null | undefined)[]): LanguageChoice {
  for (const preference of preferences) {
    const locale = canonical(preference);
    const language = LANGUAGES.find(({ tag }) => tag === locale?.split('-')[0]);
    if (language !== undefined && locale !== undefined) return { language, locale };
  }
  const [english] = LANGUAGES;
  return { language: english, locale: english.tag };
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

/** Accepts `en_US` as well. Extensions are dropped, because they could select other digits. */
function canonical(preference: string | null | undefined): string | undefined {
  if (!preference) return undefined;
  try {
    return new Intl.Locale(preference.replaceAll('_', '-')).baseName;
  } catch {
    return undefined;
  }
}
