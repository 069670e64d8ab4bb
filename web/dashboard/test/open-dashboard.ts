import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
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
  const contexts = new Map<string, BrowserContext>();
  /** A window costs more than most of what is looked at in it, so visits with the same options share one. */
  const contextFor = async (options: BrowserContextOptions) => {
    const name = JSON.stringify(options);
    const found = contexts.get(name);
    if (found) return found;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    // It keeps the window open from one visit to the next.
    await context.newPage();
    contexts.set(name, context);
    return context;
  };
  return {
    mock,
    firstRouteBytes,
    async visit(path, options = {}) {
      const context = await contextFor(options);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser itself notes each answer above 399; tests that provoke one expect it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${mock.url}${path}`);
      const leave = async () => {
        await page.evaluate('localStorage.clear()');
        await page.close();
        await context.clearCookies();
      };
      return { page, complaints, leave };
    },
    async close() {
      await browser.close();
      await mock.close();
      rmSync(dist, { recursive: true });
    },
  };
}
