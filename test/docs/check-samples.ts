/** A code block that shows a file names it after its language: ```js examples/webhooks/node/verify-webhook.mjs */
const SHOWN_FILE = /^```\w+ (\S+)\n([\s\S]*?)^```$/gm;

export const shownFilesOf = (text: string): string[] => [...text.matchAll(SHOWN_FILE)].map(([, file = '']) => file);

/** The files that a document shows differently from what they contain. */
export const checkSamples = (text: string, readFile: (file: string) => string | undefined): string[] =>
  [...text.matchAll(SHOWN_FILE)].flatMap(([, file = '', code]) =>
    readFile(file) === code ? [] : [`${file} differs from what the document shows`],
  );
