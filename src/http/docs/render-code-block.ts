import { highlightCode } from './highlight-code.ts';
import { type Html, html } from './html.ts';

/** A dark panel of code that scrolls inside itself, hence the tab stop; the script adds a copy button to `.code`. */
export function renderCodeBlock(code: string, language: string, label: string): Html {
  return html`<div class="code" data-language="${language}"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlightCode(code, language)}</code></pre></div>`;
}
