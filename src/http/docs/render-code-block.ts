import { highlightCode } from './highlight-code.ts';
import { type Html, html } from './html.ts';

/** A block of code. It scrolls, so it needs a tab stop. The script adds a copy button. */
export function renderCodeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlightCode(code, language)}</code></pre></div>`;
}
