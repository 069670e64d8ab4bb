import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openPerson } from '../../../test/support/run-florin.ts';
import { commands } from '../commands.ts';
import { SCENARIOS } from '../events/scenarios.ts';
import { completeBash } from './complete-bash.ts';
import { completeFish } from './complete-fish.ts';
import { completeZsh } from './complete-zsh.ts';

/** What bash offers after a line, whose last word is not finished. */
function completionsOf(line: string): string[] {
  const words = line.split(' ');
  const script = `${completeBash(commands)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_florin
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  return text.split('\n').filter((word) => word !== '');
}

describe('bash completes', () => {
  it('the first word, of every command', () => {
    const firstWords = new Set(['help', ...commands.map(({ name }) => name.split(' ')[0] ?? '')]);
    expect(completionsOf('florin ').toSorted()).toEqual([...firstWords].toSorted());
    expect(completionsOf('florin li')).toEqual(['listen']);
  });

  it('the second word', () => {
    expect(completionsOf('florin events ')).toEqual(['tail', 'list', 'resend']);
    expect(completionsOf('florin keys r')).toEqual(['roll', 'revoke']);
  });

  it('options, after operands and other options too', () => {
    expect(completionsOf('florin listen --')).toEqual([
      '--forward-to',
      '--events',
      '--print-secret',
      '--profile',
      '--json',
      '--help',
    ]);
    expect(completionsOf('florin keys roll key_1 --o')).toEqual(['--overlap']);
    expect(completionsOf('florin pay pi_1 --merchant mer_1 --si')).toEqual(['--simulate']);
    expect(completionsOf('florin events tail --after 5 --j')).toEqual(['--json']);
  });

  it('values of options and operands', () => {
    expect(completionsOf('florin keys roll key_1 --overlap ')).toEqual(['now', '1h', '24h', '7d']);
    expect(completionsOf('florin pay pi_1 --simulate wr')).toEqual(['wrong_asset']);
    expect(completionsOf('florin completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(completionsOf('florin trigger payment_intent.')).toEqual(
      Object.keys(SCENARIOS).filter((type) => type.startsWith('payment_intent.')),
    );
  });

  it('no word where anything can be typed, so that files are completed', () => {
    expect(completionsOf('florin listen --forward-to ')).toEqual([]);
  });

  it('nothing after a command that does not exist', () => {
    expect(completionsOf('florin frobnicate ')).toEqual([]);
  });
});

describe.each([
  ['zsh', completeZsh],
  ['fish', completeFish],
])('the script for %s', (_, complete) => {
  const script = complete(commands);

  it('has every command with its help, and every option', () => {
    for (const { name, summary, options } of commands) {
      expect(script).toContain(name);
      expect(script).toContain(summary.slice(0, 20));
      for (const option of Object.keys(options)) expect(script).toContain(option);
    }
  });

  it('has no quote that is left open', () => {
    const quotes = script
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.replaceAll(/\\'/g, '').replaceAll(/[^']/g, '').length);
    expect(quotes.filter((count) => count % 2 !== 0)).toEqual([]);
  });
});

describe('florin completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints the script for %s', async (shell) => {
    const person = await openPerson();
    const { code, out } = await person.run('completion', shell);
    expect(code).toBe(0);
    expect(out).toContain(`Made by "florin completion ${shell}"`);
    expect(await person.run('completion', shell, '--json')).toMatchObject({ code: 0 });
    await person.leave();
  });

  it('knows no other shell', async () => {
    const person = await openPerson();
    expect(await person.run('completion', 'tcsh')).toMatchObject({
      code: 2,
      err: '"tcsh" is not one of bash, zsh, fish.\n',
    });
    await person.leave();
  });
});
