import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../support/find-chromium.ts';

/** Disables background requests. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Launches the installed Chromium. */
export function launchChromium(): Promise<Browser> {
  const program = findChromium() ?? 'chromium';
  const executablePath = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
  return chromium.launch({ executablePath, args: FLAGS });
}
