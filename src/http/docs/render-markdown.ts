import { type Html, html } from './html.ts';
import { renderCodeBlock } from './render-code-block.ts';
import { renderInlineMarkdown } from './render-inline-markdown.ts';
import { slugify } from './slugify.ts';

interface MarkdownOptions {
  /** The level that `##` gets on the page; `###` gets the next one. */
  readonly level: number;
  /** When given, headings get an id that begins with it. */
  readonly idPrefix?: string;
}

/** A block that was read: its markup, and the line after it. */
interface Block {
  readonly markup: Html;
  readonly next: number;
}

type Reader = (lines: readonly string[], start: number, options: MarkdownOptions) => Block | undefined;

const fence = /^\s{0,3}(`{3,})\s*([\w-]*)/;
const heading = /^(#{1,6})\s+(.+?)\s*#*$/;
const bullet = /^(\s{0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

const readFence: Reader = (lines, start) => {
  const [, ticks, language = ''] = fence.exec(lines[start] ?? '') ?? [];
  if (ticks === undefined) return undefined;
  let end = start + 1;
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(ticks)) end += 1;
  const code = lines.slice(start + 1, end).join('\n');
  return { markup: renderCodeBlock(code, language, `${language === '' ? 'Code' : language} example`), next: end + 1 };
};

const readHeading: Reader = (lines, start, options) => {
  const [, marks, title] = heading.exec(lines[start] ?? '') ?? [];
  if (marks === undefined || title === undefined) return undefined;
  const level = Math.min(6, options.level + Math.max(0, marks.length - 2));
  const id = options.idPrefix === undefined ? undefined : `${options.idPrefix}-${slugify(title)}`;
  const attribute = id === undefined ? undefined : html` id="${id}"`;
  return { markup: html`<h${level}${attribute}>${renderInlineMarkdown(title)}</h${level}>`, next: start + 1 };
};

function splitCells(line: string): string[] {
  const inner = line.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function isTable(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').includes('|') && tableRule.test(lines[at + 1] ?? '');
}

const readTable: Reader = (lines, start) => {
  if (!isTable(lines, start)) return undefined;
  let end = start + 2;
  while (!isBlank(lines[end]) && lines[end]?.includes('|')) end += 1;
  const titles = splitCells(lines[start] ?? '');
  const rows = lines.slice(start + 2, end).map(splitCells);
  const columns = titles.map((title) => html`<th scope="col">${renderInlineMarkdown(title)}</th>`);
  const body = rows.map(
    (cells) => html`<tr>${titles.map((_, column) => html`<td>${renderInlineMarkdown(cells[column] ?? '')}</td>`)}</tr>`,
  );
  return {
    markup: html`<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${columns}</tr></thead><tbody>${body}</tbody></table></div>`,
    next: end,
  };
};

/** The lines of one list item, without its marker and indent, and the line after it. */
function readItem(lines: readonly string[], start: number): { text: string[]; next: number } {
  const [, indent = '', marker = '', first = ''] = bullet.exec(lines[start] ?? '') ?? [];
  const depth = indent.length + marker.length + 1;
  const text = [first];
  let next = start + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const inside = /^\s*/.exec(line)?.[0].length ?? 0;
    if (isBlank(line)) {
      const after = lines[next + 1];
      if (isBlank(after) || !/^\s{2,}/.test(after ?? '')) break;
    } else if (
      inside < 2 &&
      (bullet.test(line) || isBlank(lines[next - 1]) || heading.test(line) || fence.test(line))
    ) {
      break;
    }
    text.push(line.slice(Math.min(inside, depth)));
  }
  return { text, next };
}

const readList: Reader = (lines, start, options) => {
  const opening = bullet.exec(lines[start] ?? '');
  if (opening === null) return undefined;
  const ordered = /\d/.test(opening[2] ?? '');
  const items: Html[] = [];
  let next = start;
  for (;;) {
    const marker = bullet.exec(lines[next] ?? '')?.[2];
    if (marker === undefined || /\d/.test(marker) !== ordered) break;
    const item = readItem(lines, next);
    const [first = '', ...rest] = item.text;
    const cut = rest.findIndex((line) => isBlank(line) || bullet.test(line) || fence.test(line));
    const tail = cut === -1 ? rest.length : cut;
    const lead = renderInlineMarkdown([first, ...rest.slice(0, tail)].join('\n'));
    items.push(html`<li>${lead}${renderBlocks(rest.slice(tail), options)}</li>`);
    next = item.next;
    if (isBlank(lines[next]) && bullet.test(lines[next + 1] ?? '')) next += 1;
  }
  return { markup: ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`, next };
};

const readers: readonly Reader[] = [readFence, readHeading, readTable, readList];

function endsParagraph(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return isBlank(line) || [fence, heading, bullet].some((opening) => opening.test(line)) || isTable(lines, at);
}

const readParagraph = (lines: readonly string[], start: number): Block => {
  let end = start + 1;
  while (!endsParagraph(lines, end)) end += 1;
  const text = lines.slice(start, end).map((line) => line.trim());
  return { markup: html`<p>${renderInlineMarkdown(text.join('\n'))}</p>`, next: end };
};

function renderBlocks(lines: readonly string[], options: MarkdownOptions): Html[] {
  const blocks: Html[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    let block: Block | undefined;
    for (const read of readers) block ??= read(lines, at, options);
    block ??= readParagraph(lines, at);
    blocks.push(block.markup);
    at = block.next;
  }
  return blocks;
}

/** A small, safe part of Markdown: headings, paragraphs, lists, pipe tables, fenced code, and the inline marks. */
export function renderMarkdown(text: string | undefined, options: MarkdownOptions): Html {
  return html`${renderBlocks((text ?? '').split(/\r?\n/), options)}`;
}
