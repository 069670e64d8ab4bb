import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../test/browser/launch-chromium.ts';
import { buildDashboard } from '../build.ts';
import { type MockServer, startMockServer } from './mock-server.ts';

export interface Visit {
  page: Page;
  /** Errors from the console, scripts and the content security policy. */
  browserErrors: string[];
  leave: () => Promise<void>;
}

export interface Dashboard {
  mock: MockServer;
  firstRouteBytes: number;
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

let built: Promise<{ dist: string; firstRouteBytes: number }> | undefined;

/** Files that run in the same process share one build. */
async function buildOnce(): Promise<{ dist: string; firstRouteBytes: number }> {
  const dist = mkdtempSync(join(tmpdir(), 'florin-dashboard-'));
  process.once('exit', () => rmSync(dist, { recursive: true }));
  return { dist, ...(await buildDashboard(dist)) };
}

/** The built dashboard in a real browser, with a mock of the dashboard API. */
export async function openDashboard(): Promise<Dashboard> {
  built ??= buildOnce();
  const { dist, firstRouteBytes } = await built;
  const mock = await startMockServer(dist);
  const browser = await launchChromium();
  const contexts = new Map<string, BrowserContext>();
  /** Opening a window is slow, so visits with the same options share one. */
  const contextFor = async (options: BrowserContextOptions) => {
    const name = JSON.stringify(options);
    const existing = contexts.get(name);
    if (existing) return existing;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    // This page keeps the window open between visits.
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
      const browserErrors: string[] = [];
      page.on('console', (message) => {
        // The browser logs every error response; tests that cause one expect it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          browserErrors.push(message.text());
      });
      page.on('pageerror', (error) => browserErrors.push(error.message));
      await page.goto(`${mock.url}${path}`);
      const leave = async () => {
        await page.evaluate('localStorage.clear()');
        await page.close();
        await context.clearCookies();
      };
      return { page, browserErrors, leave };
    },
    async close() {
      await browser.close();
      await mock.close();
    },
  };
}
