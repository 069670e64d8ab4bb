export interface LocaleChoice {
  /** The language. */
  tag: string;
  /** The language with the payer's region if known. */
  locale: string;
}

/** The first preference that is among the languages; the first language if none is. */
export function chooseLocale(
  tags: readonly [string, ...string[]],
  preferences: readonly (string | null | undefined)[],
): LocaleChoice {
  for (const preference of preferences) {
    const locale = canonical(preference);
    const tag = locale?.split('-')[0];
    if (locale !== undefined && tag !== undefined && tags.includes(tag)) return { tag, locale };
  }
  const [fallback] = tags;
  return { tag: fallback, locale: fallback };
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
