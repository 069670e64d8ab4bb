import type { Page } from 'playwright-core';

export interface Stop {
  name: string;
  /** Whether somebody who looks can tell where the focus is. */
  visible: boolean;
  inDialog: boolean;
  href: string | null;
}

/** Of the element that has the focus, also inside a shadow root. */
const LOOK = `(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const { outlineStyle, outlineWidth, visibility } = getComputedStyle(element);
  const { width, height, bottom, right, top, left } = element.getBoundingClientRect();
  const onScreen = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  const labelled = element.getAttribute('aria-label') || element.labels?.[0]?.textContent;
  return {
    name: (labelled || element.textContent || '').trim().replace(/\\s+/g, ' '),
    visible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && visibility === 'visible' && onScreen,
    inDialog: element.closest('[role=dialog]') !== null,
    href: element.getAttribute('href'),
    isPage: element === document.body,
  };
})()`;

export const stopOf = (page: Page): Promise<Stop> => page.evaluate<Stop>(LOOK);

/** Presses Tab, and fails where the focus goes to something without showing it. */
export async function tab(page: Page): Promise<Stop> {
  await page.keyboard.press('Tab');
  const { isPage, ...stop } = await page.evaluate<Stop & { isPage: boolean }>(LOOK);
  if (!isPage && !stop.visible) throw new Error(`The focus on "${stop.name.slice(0, 60)}" cannot be seen.`);
  return stop;
}

/** Presses Tab until what has the focus is called by this name, as somebody without a mouse would. */
export async function tabTo(page: Page, name: string | RegExp): Promise<Stop> {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    const stop = await tab(page);
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return stop;
    passed.push(stop.name.slice(0, 30));
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${passed.slice(0, 40).join(' | ')}`);
}
