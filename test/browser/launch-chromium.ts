import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** Debian's browser; it asks nobody for anything on its own. */
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

export function launchChromium(): Promise<Browser> {
  const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
  return chromium.launch({ executablePath, args: FLAGS });
}
