import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../support/find-chromium.ts';

/**
 * Disables background requests. One process draws all pages, so that scripts are compiled once. Pages live for a second, so
 * optimizing their code costs more than it saves.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--renderer-process-limit=1',
  '--js-flags=--no-opt,--no-maglev',
];

/** Ends a wait for something that never comes; it says nothing about speed. */
const WAIT_MS_MAX = 90_000;

/** Launches the installed Chromium. */
export async function launchChromium(): Promise<Browser> {
  const program = findChromium() ?? 'chromium';
  const executablePath = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: WAIT_MS_MAX });
  return browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS_MAX));
}
