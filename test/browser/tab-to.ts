import type { Page } from 'playwright-core';

export interface FocusedElement {
  name: string;
  /** Whether the focus is visible on screen. */
  visible: boolean;
  inDialog: boolean;
  href: string | null;
}

/** Describes the focused element, including inside shadow roots. */
const DESCRIBE_FOCUS = `(() => {
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

export const focusedElement = (page: Page): Promise<FocusedElement> => page.evaluate<FocusedElement>(DESCRIBE_FOCUS);

/** Presses Tab, and fails if the focused element is not visibly focused. */
export async function pressTab(page: Page): Promise<FocusedElement> {
  await page.keyboard.press('Tab');
  const { isPage, ...focused } = await page.evaluate<FocusedElement & { isPage: boolean }>(DESCRIBE_FOCUS);
  if (!isPage && !focused.visible) throw new Error(`The focus on "${focused.name.slice(0, 60)}" is not visible.`);
  return focused;
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<FocusedElement> {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await pressTab(page);
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return focused;
    passed.push(focused.name.slice(0, 30));
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${passed.slice(0, 40).join(' | ')}`);
}
