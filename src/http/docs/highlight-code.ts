import { type Html, html } from './html.ts';

/** Each named group is a kind of token; `inner` tells which grammar colours the inside of a token of that kind. */
interface Grammar {
  readonly tokens: RegExp;
  readonly inner?: Readonly<Record<string, Grammar>>;
}

const json: Grammar = {
  tokens:
    /(?<key>"(?:\\.|[^"\\])*")(?=\s*:)|(?<string>"(?:\\.|[^"\\])*")|(?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<literal>\b(?:true|false|null)\b)/g,
};

const shellVariables: Grammar = { tokens: /(?<variable>\$\([^)]*\)|\$\{?\w+\}?)/g };

const shell: Grammar = {
  tokens:
    /(?<comment>(?<=^|\s)#.*)|(?<data>'[[{](?:[^']|'\\'')*')|(?<string>'[^']*')|(?<text>"(?:\\.|[^"\\])*")|(?<variable>\$\{?\w+\}?)|(?<keyword>^(?:curl|export)\b)|(?<flag>(?<=\s)--?[A-Za-z][\w-]*)/gm,
  inner: { data: json, text: shellVariables },
};

const javascript: Grammar = {
  tokens:
    /(?<comment>\/\/.*)|(?<text>`(?:\\.|[^`\\])*`)|(?<key>"(?:\\.|[^"\\])*")(?=:)|(?<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<keyword>\b(?:const|await|import|from|new)\b)|(?<literal>\b(?:true|false|null)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  inner: { text: { tokens: /(?<variable>\$\{[^}]*\})/g } },
};

const python: Grammar = {
  tokens:
    /(?<comment>#.*)|(?<text>\bf"(?:\\.|[^"\\])*")|(?<key>"(?:\\.|[^"\\])*")(?=:)|(?<string>"(?:\\.|[^"\\])*")|(?<keyword>\b(?:import|from|as)\b)|(?<literal>\b(?:True|False|None)\b)|(?<number>-?\b\d+(?:\.\d+)?\b)/g,
  inner: { text: { tokens: /(?<variable>\{[^{}]*\})/g } },
};

const grammars: Readonly<Record<string, Grammar>> = {
  json,
  shell,
  sh: shell,
  bash: shell,
  curl: shell,
  javascript,
  js: javascript,
  python,
  py: python,
};

function paint(text: string, grammar: Grammar): Html[] {
  const painted: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(grammar.tokens)) {
    const token = match[0];
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? 'text';
    const inner = grammar.inner?.[kind];
    painted.push(html`${text.slice(end, match.index)}`);
    painted.push(html`<span class="t-${kind}">${inner === undefined ? token : paint(token, inner)}</span>`);
    end = match.index + token.length;
  }
  painted.push(html`${text.slice(end)}`);
  return painted;
}

/** Code as markup, with a span for each token of a known language; any other language stays plain text. */
export function highlightCode(code: string, language: string): Html {
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : undefined;
  return grammar === undefined ? html`${code}` : html`${paint(code, grammar)}`;
}
