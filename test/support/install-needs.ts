import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findDebianPostgres } from './external-postgres.ts';
import { fetchKnots, findKnots } from './fetch-knots.ts';
import { findChromium } from './find-chromium.ts';
import { hasPdftotext } from './read-pdf.ts';

interface Need {
  name: string;
  why: string;
  debian: string;
  isThere: () => boolean;
}

/** What the tests need and npm does not bring. */
const NEEDS: readonly Need[] = [
  {
    name: 'PostgreSQL',
    why: 'the store’s contract suite on a second, external server',
    debian: 'postgresql',
    isThere: () => findDebianPostgres() !== undefined,
  },
  {
    name: 'pdftotext',
    why: 'the numbers of an invoice read back from its PDF',
    debian: 'poppler-utils',
    isThere: hasPdftotext,
  },
  {
    name: 'Chromium',
    why: 'the pages in a real browser',
    debian: 'chromium-headless-shell',
    isThere: () => findChromium() !== undefined,
  },
  {
    name: 'Litecoin Core',
    why: 'the reader of Bitcoin-like chains on a real node',
    debian: 'litecoind',
    isThere: hasLitecoind,
  },
];

/** Installs what is missing where it can (Debian, as root) and says what it did. Returns the parts that must be skipped. */
export function installNeeds(): string[] {
  const missing = NEEDS.filter((need) => !need.isThere());
  for (const { name } of NEEDS.filter((need) => !missing.includes(need))) console.log(`set-up: ${name} is there`);
  if (missing.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const packages = missing.map((need) => need.debian);
    console.log(`set-up: installing ${packages.join(', ')} from Debian …`);
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
  }
  const absent = missing.filter((need) => !need.isThere());
  for (const { name, why, debian } of absent) {
    console.log(`set-up: SKIPPED ${why}: ${name} is not installed. Install it with: sudo apt-get install ${debian}`);
  }
  for (const { name } of missing.filter((need) => !absent.includes(need))) console.log(`set-up: ${name} is installed`);
  fetchWhereItCanBeHad();
  return absent.map(({ name }) => name);
}

export function hasLitecoind(): boolean {
  return spawnSync('litecoind', ['--version']).status === 0;
}

/** Bitcoin's own node is in no suite that is installed from; without it the same tests still run on Litecoin's. */
function fetchWhereItCanBeHad(): void {
  if (findKnots() !== undefined) return console.log('set-up: Bitcoin Knots is there');
  let reason = 'it does not run here';
  try {
    fetchKnots();
  } catch (error) {
    reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
  }
  if (findKnots() !== undefined) return console.log('set-up: Bitcoin Knots is fetched');
  console.log(`set-up: SKIPPED the reader of Bitcoin-like chains on Bitcoin Knots: ${reason}`);
}

function apt(...args: string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.log(`set-up: apt-get ${args[0]} failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
}
