import type { BuiltFile } from '../build.ts';
import type { Language } from '../view/messages.ts';
import { loadModule } from './load-module.ts';

/** The languages, each of which is a module beside the script. The build fills them in. */
declare const CHECKOUT_LANGUAGES: Record<string, BuiltFile>;

const retryMs = 3_000;

export const LANGUAGE_TAGS = Object.keys(CHECKOUT_LANGUAGES) as [string, ...string[]];

const loaded = new Map<string, Language>();
const waiting = new Map<string, (() => void)[]>();

/** The module of a language calls this when it has loaded. */
export function provideLanguage(language: Language): void {
  loaded.set(language.tag, language);
  const ready = waiting.get(language.tag) ?? [];
  waiting.delete(language.tag);
  for (const then of ready) then();
}

/** The language, or undefined while it is being loaded. Then the function is called when it is there. */
export function loadLanguage(tag: string, then: () => void): Language | undefined {
  const language = loaded.get(tag);
  if (language !== undefined) return language;
  const others = waiting.get(tag);
  waiting.set(tag, [...(others ?? []), then]);
  if (others === undefined) request(tag);
  return undefined;
}

/** Until the language is there, the payer sees the page as the server rendered it. */
function request(tag: string): void {
  const module = CHECKOUT_LANGUAGES[tag];
  if (module !== undefined) loadModule(module, () => setTimeout(() => request(tag), retryMs));
}
