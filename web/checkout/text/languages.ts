import type { Language } from '../view/words.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';

/** A new language is one file and one entry here. The first one is for everybody whose language is missing. */
export const LANGUAGES: readonly [Language, ...Language[]] = [en, ar];
