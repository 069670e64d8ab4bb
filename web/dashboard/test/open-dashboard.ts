import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../test/browser/launch-chromium.ts';
import { buildDashboard } from '../build.ts';
import { type MockServer, startMock } from './mock-api.ts';

export interface Visit {
  page: Page;
  /** What the browser complained about: errors of the console, of scripts, and of the page's policy. */
  complaints: string[];
  leave: () => Promise<void>;
}

export interface Dashboard {
  mock: MockServer;
  firstRouteBytes: number;
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** The dashboard as it is shipped, in a real browser, over a mock of the session API. */
export async function openDashboard(): Promise<Dashboard> {
  const dist = mkdtempSync(join(tmpdir(), 'florin-dashboard-'));
  const { firstRouteBytes } = await buildDashboard(dist);
  const mock = await startMock(dist);
  const browser = await launchChromium();
  return {
    mock,
    firstRouteBytes,
    async visit(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser itself notes each answer above 399; tests that provoke one expect it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${mock.url}${path}`);
      return { page, complaints, leave: () => context.close() };
    },
    async close() {
      await browser.close();
      await mock.close();
      rmSync(dist, { recursive: true });
    },
  };
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** What axe finds wrong on the page as it stands, each as one line. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>('axe.run(document, { resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Presses Tab until what has the focus is called by this name, as somebody without a mouse would. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const tried: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const called = await page.evaluate<string>(
      '(() => { const e = document.activeElement; return e.getAttribute("aria-label") || (e.labels && e.labels[0] ? e.labels[0].textContent : e.textContent) || ""; })()',
    );
    const text = called.trim();
    if (typeof name === 'string' ? text === name : name.test(text)) return;
    tried.push(text.slice(0, 30));
  }
  throw new Error(`Tab never reached ${String(name)}; it passed ${tried.slice(0, 40).join(' | ')}`);
}
