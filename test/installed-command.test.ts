import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readText, settingsOf } from './deployment/manifests.ts';

const COMMAND = join(import.meta.dirname, '../deploy/systemd/florin');
const unit = settingsOf(readText('deploy/systemd/florin.service'));
const unitValue = (name: string) => unit.find((one) => one.name === name)?.value ?? expect.fail(name);

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'florin-installed-')));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A program on PATH that stands in for one of the machine's. */
function standIn(name: string, script: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

const environment = () => ({ ...process.env, PATH: `${folder}:${process.env['PATH']}`, AGE_RECIPIENT: 'age1test' });

const run = (args: string[], input = '') =>
  spawnSync(COMMAND, args, { env: environment(), cwd: folder, input, encoding: 'latin1' });

/** What systemd is told to run. It replaces `$$`, too. */
function orderOf(...args: string[]) {
  standIn('systemd-run', String.raw`printf '%s\0' "$@"`);
  const words = run(args).stdout.split('\0').slice(0, -1);
  const program = words.findIndex((word) => word.startsWith('/'));
  return { options: words.slice(0, program), command: words.slice(program) };
}

describe('the command of a systemd installation', () => {
  it('has the account, the settings, the data and the program of the service', () => {
    const { options, command } = orderOf('doctor');
    const files = unit.filter(({ name, value }) => name === 'EnvironmentFile' && !value.includes('%'));
    expect(files).toHaveLength(1);
    expect(options).toEqual(
      expect.arrayContaining([
        `--uid=${unitValue('User')}`,
        `--property=EnvironmentFile=${files[0]?.value}`,
        `--setenv=${unit.find(({ value }) => value.startsWith('FLORIN_DATA_DIR='))?.value}`,
        `--property=UMask=${unitValue('UMask')}`,
      ]),
    );
    const [node] = unitValue('ExecStart').split(' ');
    expect(command).toEqual([node, `${unitValue('WorkingDirectory')}/bin/florin.js`, 'doctor']);
  });

  it('takes a terminal or a pipe, the current folder, and waits for the exit code', () => {
    const { options } = orderOf('doctor');
    expect(options).toEqual(expect.arrayContaining(['--pty', '--pipe', '--wait', '--collect', '--quiet']));
    expect(options).toContain(`--property=WorkingDirectory=-${folder}`);
  });

  it('passes every argument on, also what systemd would replace', () => {
    const args = ['', 'two words', '$HOME', 'a${PATH}b', '$$', "it's", '"', '\\n', '*', '100%n', '-x', 'two\nlines'];
    const { command } = orderOf(...args);
    expect(command.slice(2).map((word) => word.replaceAll('$$', '$'))).toEqual(args);
    expect(command.slice(2).join('').replaceAll('$$', '')).not.toContain('$');
  });

  it('changes no byte on the way, and ends with the exit code', () => {
    standIn('systemd-run', 'cat; echo progress >&2; exit 3');
    const { status, stdout, stderr } = run(['backup', '-'], '\0\xff\r\n\n$');
    expect({ status, stdout, stderr }).toEqual({ status: 3, stdout: '\0\xff\r\n\n$', stderr: 'progress\n' });
  });
});

describe('the backup of a systemd installation', () => {
  const backupUnit = settingsOf(readText('deploy/systemd/florin-backup.service').replaceAll('\\\n', ''));

  /** What the unit runs, with its backups in the folder of this test. */
  function backUp() {
    const line = backupUnit.find(({ name }) => name === 'ExecStart')?.value ?? '';
    const [, program = '', options = '', script = ''] = /^(\S+) (.*?) '(.*)'$/.exec(line) ?? [];
    const read = script.replaceAll('$$', '$').replaceAll('%%', '%').replaceAll('/backups/', `${folder}/backups-`);
    const { status } = spawnSync(program, [...options.split(' '), read], { env: environment() });
    return { status, files: readdirSync(folder).filter((name) => name.startsWith('backups-')) };
  }

  it('is encrypted and gets its name when it is complete', () => {
    standIn('florin', '[ "$*" = "backup -" ] && echo everything');
    standIn('age', 'echo "for $*"; tr a-z A-Z');
    const { status, files } = backUp();
    expect(status).toBe(0);
    expect(files).toEqual([expect.stringMatching(/^backups-florin-\d{4}-\d{2}-\d{2}-\d{4}\.backup\.age$/)]);
    expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toBe('for -r age1test\nEVERYTHING\n');
    expect(backupUnit).toContainEqual({ name: 'UMask', value: '0077' });
  });

  it.each([
    ['echo half; exit 1', 'cat'],
    ['echo everything', 'exit 1'],
  ])('fails and leaves no file if a part of it fails: %j and %j', (florin, age) => {
    standIn('florin', florin);
    standIn('age', age);
    expect(backUp()).toEqual({ status: 1, files: [] });
  });

  it('is started by a timer of the same name', () => {
    expect(settingsOf(readText('deploy/systemd/florin-backup.timer')).map(({ name }) => name)).not.toContain('Unit');
    expect(statSync(COMMAND).mode & 0o111).toBe(0o111);
  });
});
