import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findDebianPostgres } from './external-postgres.ts';
import { fetchKnots, findKnots } from './fetch-knots.ts';
import { findChromium } from './find-chromium.ts';
import { fetchPromtool, findPromtool } from './find-promtool.ts';
import { isInstalled, LANGUAGES } from './languages.ts';
import { hasPdftotext } from './read-pdf.ts';

export interface PackageNeed {
  name: string;
  why: string;
  debian: string;
  isInstalled: () => boolean;
}

/** What the tests need beyond npm packages. */
const NEEDS: readonly PackageNeed[] = [
  {
    name: 'PostgreSQL',
    why: 'the store contract on a second, external server',
    debian: 'postgresql',
    isInstalled: () => findDebianPostgres() !== undefined,
  },
  {
    name: 'pdftotext',
    why: 'the test that reads the numbers of an invoice from its PDF',
    debian: 'poppler-utils',
    isInstalled: hasPdftotext,
  },
  {
    name: 'Chromium',
    why: 'the tests in a real browser',
    debian: 'chromium-headless-shell',
    isInstalled: () => findChromium() !== undefined,
  },
  {
    name: 'Litecoin Core',
    why: 'the Bitcoin adapter on a real Litecoin node',
    debian: 'litecoind',
    isInstalled: hasLitecoind,
  },
  ...Object.values(LANGUAGES).map((language) => ({
    name: language.name,
    why: `the webhook sample in ${language.name}`,
    debian: language.debian,
    isInstalled: () => isInstalled(language),
  })),
];

/** Installs what the tests need, and returns what is still missing. */
export function installNeeds(): string[] {
  const absent = installPackages(NEEDS);
  fetchIfPossible('Bitcoin Knots', 'the Bitcoin adapter on Bitcoin Knots', findKnots, fetchKnots);
  fetchIfPossible('promtool', 'the check of the Prometheus rules', findPromtool, fetchPromtool);
  return absent;
}

/** Installs what is missing if possible (Debian, as root) and logs what it did. Returns what is still missing. */
export function installPackages(needs: readonly PackageNeed[]): string[] {
  const missing = needs.filter((need) => !need.isInstalled());
  for (const { name } of needs.filter((need) => !missing.includes(need))) console.log(`setup: ${name} is installed`);
  if (missing.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const packages = missing.map((need) => need.debian);
    console.log(`setup: installing ${packages.join(', ')} from Debian …`);
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
  }
  const absent = missing.filter((need) => !need.isInstalled());
  for (const { name, why, debian } of absent) {
    console.log(`setup: SKIPPED ${why}: ${name} is not installed. Install it with: sudo apt-get install ${debian}`);
  }
  for (const { name } of missing.filter((need) => !absent.includes(need))) console.log(`setup: ${name} was installed`);
  return absent.map(({ name }) => name);
}

let foundLitecoind = false;

/** Tests ask before every node that they start, so a program that was found is not looked for again. */
export function hasLitecoind(): boolean {
  foundLitecoind ||= spawnSync('litecoind', ['--version']).status === 0;
  return foundLitecoind;
}

/** What is downloaded and not installed. Without Bitcoin Knots, the same tests still run on Litecoin Core. */
function fetchIfPossible(name: string, why: string, find: () => unknown, fetchIt: () => void): void {
  if (find() !== undefined) return console.log(`setup: ${name} is installed`);
  let reason = 'it does not run on this system';
  try {
    fetchIt();
  } catch (error) {
    reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
  }
  if (find() !== undefined) return console.log(`setup: ${name} was downloaded`);
  console.log(`setup: SKIPPED ${why}: ${reason}`);
}

function apt(...args: string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.log(`setup: apt-get ${args[0]} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
}
