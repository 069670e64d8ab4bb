import axe from 'axe-core/axe.min.js';
import type { Page } from 'playwright-core';
import { times } from '../support/effort.ts';

export type View = readonly ['light' | 'dark', number];

const ALL_VIEWS: readonly View[] = [
  ['light', 1_280],
  ['dark', 320],
  ['light', 320],
  ['dark', 1_280],
];

/** Both themes, on a desktop and on a narrow phone: a thorough run has every pair of them, others each one once. */
export const VIEWS = ALL_VIEWS.slice(0, times(2, 4));

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Only these rules depend on colors; the others need not run again when only the colors change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The issues that axe finds on the current page, one line each. */
export async function findA11yIssues(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

/** Everything on the page except its colors: each element with its attributes, text and position. */
const outlineOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const lines = [innerWidth];
    const walk = (root) => {
      for (const one of root.querySelectorAll('*')) {
        const { x, y, width, height } = one.getBoundingClientRect();
        const attributes = one.getAttributeNames().map((name) => name + '=' + one.getAttribute(name));
        const words = [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data);
        lines.push([one.tagName, ...attributes, ...words, one.value, x, y, width, height].join());
        if (one.shadowRoot) walk(one.shadowRoot);
      }
    };
    walk(document.body);
    return lines.join('\\n');
  })()`);

/** Applies a theme and width, and waits for animations to end. */
export async function applyView(page: Page, [colorScheme, width]: View): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
      .map(({ finished }) => finished))`);
}

/** How many pixels the page scrolls sideways. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * The issues of the page in each view, without reloading it. `seen` remembers layouts that were fully checked, for pages
 * that are checked in several steps.
 */
export async function findA11yIssuesIn(
  views: readonly View[],
  page: Page,
  seen: Set<string> = new Set(),
): Promise<string[]> {
  const found: string[] = [];
  for (const view of views) {
    await applyView(page, view);
    const overflow = await overflowOf(page);
    const outline = await outlineOf(page);
    const issues = await findA11yIssues(page, seen.has(outline) ? COLOR_RULES : undefined);
    seen.add(outline);
    const all = [...issues, ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
    found.push(...all.map((text) => `${view.join(' ')}: ${text}`));
  }
  return found;
}
