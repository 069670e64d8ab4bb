import { proseOf } from './markdown.ts';
import { VOCABULARY } from './vocabulary.ts';

const ANY_WORD = new RegExp(VOCABULARY.map(([word]) => word.source).join('|'), 'i');

/** Words in a file that the vocabulary does not allow, with their line. Identifiers are read word by word. */
export function checkVocabulary(file: string, text: string): string[] {
  const all = readable(file, text);
  // Nearly every file has none of them, and one look at the whole is fast.
  if (!ANY_WORD.test(all) && !ANY_WORD.test(separate(all))) return [];
  return all.split('\n').flatMap((line, index) =>
    VOCABULARY.flatMap(([word, instead]) => {
      const found = word.exec(line) ?? word.exec(separate(line));
      return found ? [`${file}:${index + 1}: "${found[0]}"; write: ${instead}`] : [];
    }),
  );
}

const separate = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** Where queries name the column `refusal`. */
const NAMES_COLUMN = /^(src\/store|test\/upgrade)\/|^test\/http\/insert-unmatched-transfer\.ts$/;

const withoutColumn = (line: string) => line.replaceAll(/\brefusal\b/g, '');

/** What a rule about words can apply to: prose of documents, comments of SQL, and code without the paths of its imports. */
function readable(file: string, text: string): string {
  if (file.endsWith('.md')) return proseOf(text);
  if (file.endsWith('.sql')) return text.replaceAll(/^(?!\s*--).*$/gm, '');
  const code = text.replaceAll(/(from|import\() ?'[^']*'/g, '$1');
  // The column with the reason of an unmatched transfer keeps its first name: a migration is never changed.
  return NAMES_COLUMN.test(file) ? code.replaceAll(/^(?!\s*(\/?\*|\/\/)).*$/gm, withoutColumn) : code;
}
