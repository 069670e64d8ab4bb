import { spawnSync } from 'node:child_process';

/** A language that docs/webhooks.md has a sample in, and how to run a program in it. */
export interface Language {
  name: string;
  debian: string;
  /** A command that succeeds if the language is installed. */
  check: readonly [program: string, ...args: string[]];
}

export const LANGUAGES = {
  python: { name: 'Python', debian: 'python3', check: ['python3', '--version'] },
  php: { name: 'PHP', debian: 'php-cli', check: ['php', '--version'] },
  ruby: { name: 'Ruby', debian: 'ruby', check: ['ruby', '--version'] },
  go: { name: 'Go', debian: 'golang-go', check: ['go', 'version'] },
} satisfies Record<string, Language>;

export const isInstalled = ({ check: [program, ...args] }: Language): boolean => spawnSync(program, args).status === 0;
