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

/** What axe finds wrong on the page as it stands, each as one line. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

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

/** What is wrong with the page in each of the looks, without loading it again. */
export async function findBarriersIn(looks: readonly Look[], page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await changeLook(page, look);
    const overflow = await overflowOf(page);
    const all = [...(await findBarriers(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
    found.push(...all.map((text) => `${look.join(' ')}: ${text}`));
  }
  return found;
}
