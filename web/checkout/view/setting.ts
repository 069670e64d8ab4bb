import type { Language } from './words.ts';

export type CopyKind = 'amount' | 'address';

/** What a screen needs beside the intent's state. It is all passed in, so that server and browser draw the same. */
export interface Setting {
  language: Language;
  /** The language with the payer's region where that is known, such as `en-GB`; for numbers and dates. */
  locale: string;
  /** The server's time, in milliseconds. */
  now: number;
  /** Whether a script is there that keeps the page up to date and can copy. */
  live: boolean;
  /** Whether the page stands inside another one's frame, where wallets do not reach it. */
  framed: boolean;
  /** Whether nothing has been heard from the server for too long. */
  lost: boolean;
  /** Where this very page is. */
  href: string;
  /** What the live region says. */
  announcement: string;
  /** What has just been copied: kind and network. */
  copied: string | null;
  onCopy: (kind: CopyKind, network: string, value: string) => void;
}
