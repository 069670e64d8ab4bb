import MarkdownIt from 'markdown-it';
import { type Html, trustMarkup } from './html.ts';
import { renderCodeBlock } from './render-code-block.ts';

/** Where a link leads; undefined if its text has to do without one. */
type ResolveLink = (href: string) => string | undefined;

interface Environment {
  readonly resolve?: ResolveLink;
  /** With these, headings get anchors. */
  readonly headings?: Heading[];
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/** Without `html`, which is the default, the library shows tags as text. */
const markdown = new MarkdownIt().disable('image');

/** Only http, https and relative links. Node reads an address the way a browser does. */
markdown.validateLink = (address) => /^https?:$/.test(URL.parse(address, 'https://florin.example')?.protocol ?? '');

markdown.renderer.rules['fence'] = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return renderCodeBlock(content.trimEnd(), info, 'Code example').toString();
};

// A wide table scrolls in its own box, which needs a tab stop for the keyboard.
markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';
// The library aligns columns with a style attribute, which the content security policy blocks.
// A header cell without text would be announced as one.
markdown.renderer.rules['th_open'] = (tokens, index) => (tokens[index + 1]?.content ? '<th>' : '<td>');
markdown.renderer.rules['th_close'] = (tokens, index) => (tokens[index - 1]?.content ? '</th>' : '</td>');
markdown.renderer.rules['td_open'] = () => '<td>';

markdown.core.ruler.push('links_and_anchors', ({ tokens, env }) => {
  const { resolve, headings } = env as Environment;
  for (const [at, token] of tokens.entries()) {
    if (resolve && token.children) redirectLinks(token.children, resolve);
    if (!headings || token.type !== 'heading_open') continue;
    const text = textOf(tokens[at + 1]);
    const id = uniqueId(anchorOf(text), headings);
    headings.push({ id, text, level: Number(token.tag.slice(1)) });
    token.attrSet('id', id);
  }
});

type Token = ReturnType<typeof markdown.parse>[number];

/** A link without a target becomes plain text. Links do not nest, so the next closing tag is its own. */
function redirectLinks(tokens: readonly Token[], resolve: ResolveLink): void {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = resolve(String(token.attrGet('href') ?? ''));
      isText = target === undefined;
      token.attrSet('href', target ?? '');
    } else if (token.type !== 'link_close') continue;
    if (isText) Object.assign(token, { type: 'text', content: '', nesting: 0 });
  }
}

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : ['text', 'code_inline'].includes(type) ? content : ''))
    .join('');

/** The anchor that a code host gives a heading, so that links work in both places. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function uniqueId(id: string, headings: readonly Heading[]): string {
  const taken = new Set(headings.map((heading) => heading.id));
  let unique = id;
  for (let count = 1; taken.has(unique); count += 1) unique = `${id}-${count}`;
  return unique;
}

/** Paragraphs, lists, tables and code blocks. */
export function renderMarkdown(text: string | undefined): Html {
  return trustMarkup(markdown.render(text ?? '', {}));
}

/** A whole document, with anchors. */
export function renderDocument(text: string, resolve: ResolveLink): { body: Html; headings: readonly Heading[] } {
  const headings: Heading[] = [];
  return { body: trustMarkup(markdown.render(text, { resolve, headings })), headings };
}

/** What stands below a heading, without markup. Only the first section has no heading. */
export interface Section {
  readonly heading?: Heading | undefined;
  readonly text: string;
}

/** The sections of a document. Code belongs to their text. */
export function listSections(text: string): readonly Section[] {
  const headings: Heading[] = [];
  const texts: string[][] = [[]];
  const tokens = markdown.parse(text, { headings });
  for (const [at, { type, content }] of tokens.entries()) {
    if (type === 'heading_open') texts.push([]);
    else if (type === 'fence') texts.at(-1)?.push(content);
    else if (type === 'inline' && tokens[at - 1]?.type !== 'heading_open') texts.at(-1)?.push(textOf(tokens[at]));
  }
  return texts.map((parts, at) => ({
    heading: headings[at - 1],
    text: parts.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** A single line, without a paragraph around it. */
export function renderInlineMarkdown(text: string): Html {
  return trustMarkup(markdown.renderInline(text, {}));
}
