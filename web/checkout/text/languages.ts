import type { Language } from '../view/messages.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';

/** A new language is one file and one entry here. The first one is the fallback. */
export const LANGUAGES: readonly [Language, ...Language[]] = [en, ar];
