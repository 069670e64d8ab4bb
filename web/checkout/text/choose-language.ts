import type { Language } from '../view/words.ts';
import { LANGUAGES } from './languages.ts';

export interface Chosen {
  language: Language;
  locale: string;
}

/** The first wish that there are words for, in the order of the wishes; English where there is none. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): Chosen {
  for (const wish of wishes) {
    const locale = canonical(wish);
    const language = LANGUAGES.find(({ tag }) => tag === locale?.split('-')[0]);
    if (language !== undefined && locale !== undefined) return { language, locale };
  }
  const [english] = LANGUAGES;
  return { language: english, locale: english.tag };
}

/** The tags of an `Accept-Language` header, the dearest first. A plain tag is such a header too. */
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

/** `en_US` is what many programs call it; extensions are dropped, because they could ask for other digits. */
function canonical(wish: string | null | undefined): string | undefined {
  if (!wish) return undefined;
  try {
    return new Intl.Locale(wish.replaceAll('_', '-')).baseName;
  } catch {
    return undefined;
  }
}
