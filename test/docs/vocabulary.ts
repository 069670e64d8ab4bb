/** Words that must not appear, and what to write instead (docs/glossary.md). */
export const VOCABULARY: readonly (readonly [RegExp, string])[] = [
  [/\bstrays?\b/i, 'unmatched transfer'],
  [/\bcount(s|ed)? for no(body|\s?one| intent| payment)\b/i, 'match no intent'],
  [/\brefusals?\b/i, 'error'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bgive(s|n)? out\b/i, 'issue'],
  [/\banew\b/i, 'again'],
  [/\bwho(so|m)?(se)?ever\b/i, 'anyone who'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(by|of) (itself|its own)\b/i, 'name what does it'],
  [/\bfor so (many|long)\b/i, 'the number or the time'],
  [/\btell(s)? of\b/i, 'report'],
  [/\btold of\b/i, 'report'],
  [/\bcancell(ed|ing|s)\b/i, 'canceled, canceling'],
  [/colour/i, 'color'],
  [/favour|behaviour|neighbour|honour/i, 'favor, behavior, neighbor, honor'],
  [/catalogue/i, 'catalog'],
  [/\bfulfil(s|ment)?\b/i, 'fulfill'],
  [/(organ|initial|recogn|normal|serial|author|synchron|optim|final|minim|maxim)is(e|ed|es|ing|ation)\b/i, '-ize'],
  [/\be-mails?\b/i, 'email'],
  [/\btime-outs?\b/i, 'timeout'],
  [/\bset-ups?\b/i, 'setup'],
  [/\blook-ups?\b/i, 'lookup'],
];

/** Where the vocabulary is checked. */
export const CHECKED_FOLDERS: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/',
  'bench/',
  'examples/',
  'migrations/',
  'src/',
  'test/',
  'web/',
];

/** The check and its tests contain the words they look for. */
export const UNCHECKED = /^test\/docs[/.]/;
