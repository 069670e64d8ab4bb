import { type Html, html } from './html.ts';

/** Each named group is a kind of token. `inner` has the grammar for the inside of a kind. */
interface Grammar {
  readonly tokens: RegExp;
  readonly inner?: Readonly<Record<string, Grammar>>;
}

const json: Grammar = {
  tokens:
    /(?<key>"(?:\\.|[^"\\])*")(?=\s*:)|(?<string>"(?:\\.|[^"\\])*")|(?<number>-?\b\d+(?:\.\d+)?)|(?<literal>\b(?:true|false|null)\b)/g,
};

const shell: Grammar = {
  tokens:
    /(?<data>'[[{](?:[^']|'\\'')*')|(?<string>'[^']*')|(?<text>"(?:\\.|[^"\\])*")|(?<keyword>^(?:curl|export)\b)|(?<flag>(?<=\s)-[A-Za-z])/gm,
  inner: { data: json, text: { tokens: /(?<variable>\$\([^)]*\)|\$\w+)/g } },
};

const javascript: Grammar = {
  tokens:
    /(?<text>`(?:\\.|[^`\\])*`)|(?<key>"(?:\\.|[^"\\])*")(?=:)|(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<keyword>\b(?:const|await)\b)|(?<literal>\b(?:true|false|null)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  inner: { text: { tokens: /(?<variable>\$\{[^}]*\})/g } },
};

const python: Grammar = {
  tokens:
    /(?<text>\bf"(?:\\.|[^"\\])*")|(?<key>"(?:\\.|[^"\\])*")(?=:)|(?<string>"(?:\\.|[^"\\])*")|(?<keyword>\bimport\b)|(?<literal>\b(?:True|False|None)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  inner: { text: { tokens: /(?<variable>\{[^{}]*\})/g } },
};

const grammars: ReadonlyMap<string, Grammar> = new Map([
  ['json', json],
  ['sh', shell],
  ['curl', shell],
  ['javascript', javascript],
  ['python', python],
]);

function paint(text: string, grammar: Grammar): Html[] {
  const painted: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(grammar.tokens)) {
    const token = match[0];
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    const inner = grammar.inner?.[kind];
    painted.push(html`${text.slice(end, match.index)}`);
    painted.push(html`<t-${kind}>${inner === undefined ? token : paint(token, inner)}</t-${kind}>`);
    end = match.index + token.length;
  }
  painted.push(html`${text.slice(end)}`);
  return painted;
}

/**
 * Code with an element such as `<t-key>` around each token, or plain text if the language is not known. A page has
 * ten thousand tokens, and a `<span class>` would take twice the bytes.
 */
export function highlightCode(code: string, language: string): Html {
  const grammar = grammars.get(language);
  return grammar === undefined ? html`${code}` : html`${paint(code, grammar)}`;
}
