import MarkdownIt from 'markdown-it';
import { type Html, trustMarkup } from './html.ts';
import { renderCodeBlock } from './render-code-block.ts';

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
markdown.renderer.rules['th_open'] = () => '<th>';
markdown.renderer.rules['td_open'] = () => '<td>';

/** Paragraphs, lists, tables and code blocks. */
export function renderMarkdown(text: string | undefined): Html {
  return trustMarkup(markdown.render(text ?? ''));
}

/** A single line, without a paragraph around it. */
export function renderInlineMarkdown(text: string): Html {
  return trustMarkup(markdown.renderInline(text));
}
