import { type Html, html } from './html.ts';

const token =
  /\\(?<escaped>[\\`*_[\]|#])|(?<ticks>`+)(?<code>.+?)\k<ticks>|\*\*(?<bold>.+?)\*\*|\[(?<label>[^\]]+)\]\((?<target>[^()\s]+)\)/gs;

/**
 * http(s) and relative addresses only. A relative one has no colon before its first slash, so no scheme fits in, and
 * does not begin with two slashes of either kind, which browsers read as another host.
 */
const safeTarget = /^(?:https?:\/\/|\/(?![/\\])|[#?]|\.{1,2}\/|[\w.-]+(?:[/?#]|$))/i;

function isSafe(target: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters from an address before they read it
  return safeTarget.test(target) && !/[\u0000-\u0020\u007f]/.test(target);
}

function renderToken(groups: Readonly<Record<string, string | undefined>>, source: string): Html {
  const { escaped, code, bold, label, target } = groups;
  if (escaped !== undefined) return html`${escaped}`;
  if (code !== undefined) return html`<code>${code.replace(/^ (?=`)|(?<=`) $/g, '')}</code>`;
  if (bold !== undefined) return html`<strong>${renderInlineMarkdown(bold)}</strong>`;
  if (label === undefined || target === undefined || !isSafe(target)) return html`${source}`;
  return html`<a href="${target}">${renderInlineMarkdown(label)}</a>`;
}

/** `code`, **bold** and [links](address); everything else, HTML included, is text. */
export function renderInlineMarkdown(text: string): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    pieces.push(html`${text.slice(end, match.index)}`, renderToken(match.groups ?? {}, match[0]));
    end = match.index + match[0].length;
  }
  pieces.push(html`${text.slice(end)}`);
  return html`${pieces}`;
}
