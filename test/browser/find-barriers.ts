import axe from 'axe-core/axe.min.js';
import type { Page } from 'playwright-core';

/** Both themes, on the narrowest telephone and on a desk. */
export const EVERY_LOOK = [
  ['light', 320],
  ['light', 1_280],
  ['dark', 320],
  ['dark', 1_280],
] as const;

export type Look = readonly ['light' | 'dark', number];

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What depends on nothing but where things stand need not be asked again when only their colours have changed. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on the page as it stands, each as one line. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

/** Everything on the page but its colours: each element with its attributes, its own words and its place. */
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

/** Gives the page another look in its place, and waits until nothing moves any more. */
export async function changeLook(page: Page, [colorScheme, width]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
      .map(({ finished }) => finished))`);
}

/** By how many pixels the page can be scrolled sideways. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * What is wrong with the page in each of the looks, without loading it again. `seen` remembers what was looked at in full,
 * for a page that is looked at in several steps.
 */
export async function findBarriersIn(
  looks: readonly Look[],
  page: Page,
  seen: Set<string> = new Set(),
): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await changeLook(page, look);
    const overflow = await overflowOf(page);
    const outline = await outlineOf(page);
    const barriers = await findBarriers(page, seen.has(outline) ? COLOUR_RULES : undefined);
    seen.add(outline);
    const all = [...barriers, ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
    found.push(...all.map((text) => `${look.join(' ')}: ${text}`));
  }
  return found;
}
