import { execFileSync, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/external-postgres.ts';
import { isInstalled, LANGUAGES } from '../support/languages.ts';
import { waitUntil } from '../support/wait-until.ts';

const SAMPLES = join(import.meta.dirname, '../../examples/webhooks');
const RUNNERS = join(import.meta.dirname, 'webhook-samples');
const folder = mkdtempSync(join(tmpdir(), 'florin-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();
const ID = 'evt_034xqa4RjG1R9qi1OaoK0H';
/** Its spaces and its order would not survive parsing and printing, and not all of its characters are ASCII. */
const BODY = `{ "type":"payment_intent.succeeded", "id": "${ID}",\n"data": {"object": {"customer": "Zoë 🌷 / <b>"}} }`;

interface Case {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

interface Change {
  signedWith?: string;
  secondsAgo?: number;
}

function sign({ signedWith = SECRET, secondsAgo = 0 }: Change = {}): { timestamp: string; signature: string } {
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const key = Buffer.from(signedWith.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${ID}.${timestamp}.${BODY}`).digest('base64');
  return { timestamp, signature: `v1,${digest}` };
}

function caseOf(change: Change = {}, headers: Record<string, string> = {}, body = BODY): Case {
  const { timestamp, signature } = sign(change);
  const signed = { 'webhook-id': ID, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { secret: SECRET, headers: { ...signed, ...headers }, body };
}

const TIMESTAMP = /timestamp of the webhook is too far from the current time/;
const MISSING = /secret of the endpoint is missing/;
const SIGNATURE = /no signature of the webhook matches/i;

/** What a sample must accept, and what it must reject with which error. Made right before it runs: timestamps get old. */
function makeCases(): { accepted: [string, Case][]; rejected: [string, Case, RegExp][] } {
  const other = sign({ signedWith: newSecret() }).signature;
  const { timestamp, signature: good } = sign();
  const signedAs = (value: string) => caseOf({}, { 'webhook-timestamp': timestamp, 'webhook-signature': value });
  return {
    accepted: [
      ['a good signature', caseOf()],
      ['the signature of the new secret first', signedAs(`${good} ${other}`)],
      ['the signature of the new secret last', signedAs(`${other} ${good}`)],
      ['a signature of a later version beside it', signedAs(`v2,${good.slice(3)} ${good}`)],
      ['a signature that is not ASCII beside it', signedAs(`v1,é ${good}`)],
      ['a delivery of four minutes ago', caseOf({ secondsAgo: 240 })],
      ['a clock that is four minutes ahead', caseOf({ secondsAgo: -240 })],
    ],
    rejected: [
      ['a changed byte', caseOf({}, {}, BODY.replace('succeeded', 'succeedet')), SIGNATURE],
      ['a changed character that is not ASCII', caseOf({}, {}, BODY.replace('ë', 'e')), SIGNATURE],
      ['a body that was parsed and printed', caseOf({}, {}, JSON.stringify(JSON.parse(BODY))), SIGNATURE],
      ['a changed time', caseOf({}, { 'webhook-timestamp': String(Number(timestamp) - 10) }), SIGNATURE],
      ['a changed ID', caseOf({}, { 'webhook-id': 'evt_034xqa4RjG1R9qi1OaoK0G' }), SIGNATURE],
      ['another secret', caseOf({ signedWith: newSecret() }), SIGNATURE],
      ['a signature of another version', signedAs(`v2,${good.slice(3)}`), SIGNATURE],
      ['the beginning of a signature', signedAs(good.slice(0, 20)), SIGNATURE],
      ['a signature without its version', signedAs(good.slice(3)), SIGNATURE],
      ['an empty signature', signedAs(''), SIGNATURE],
      ['no secret', { ...caseOf({ signedWith: '' }), secret: '' }, MISSING],
      ['an old timestamp', caseOf({ secondsAgo: 360 }), TIMESTAMP],
      ['a timestamp of the future', caseOf({ secondsAgo: -360 }), TIMESTAMP],
      ['a timestamp that is no number', caseOf({}, { 'webhook-timestamp': 'today' }), TIMESTAMP],
      ['no headers', { secret: SECRET, headers: {}, body: BODY }, TIMESTAMP],
    ],
  };
}

/** Go has no scripts: a package is compiled together with the program that calls it. */
function compileGo(): string {
  cpSync(join(SAMPLES, 'go'), join(folder, 'webhooks'), { recursive: true });
  cpSync(join(RUNNERS, 'run.go'), join(folder, 'main.go'));
  writeFileSync(join(folder, 'go.mod'), 'module sample\n\ngo 1.19\n');
  const env = { ...process.env, GOCACHE: join(folder, 'cache'), GOPATH: join(folder, 'path') };
  execFileSync('go', ['build', '-o', 'run', '.'], { cwd: folder, env });
  return join(folder, 'run');
}

const PROGRAMS: Record<string, () => string[]> = {
  node: () => [process.execPath, join(RUNNERS, 'run.mjs')],
  python: () => ['python3', '-B', join(RUNNERS, 'run.py'), join(SAMPLES, 'python')],
  php: () => ['php', join(RUNNERS, 'run.php'), join(SAMPLES, 'php')],
  ruby: () => ['ruby', join(RUNNERS, 'run.rb'), join(SAMPLES, 'ruby')],
  go: () => [compileGo()],
};

/** The program verifies all cases at once, and prints the ID of the event or the error of each. */
function verifyAll([program = '', ...args]: string[], cases: readonly Case[]): string[] {
  return JSON.parse(execFileSync(program, args, { input: JSON.stringify(cases), encoding: 'utf8' })) as string[];
}

const INSTALLED: Record<string, boolean> = {
  node: true,
  ...Object.fromEntries(Object.entries(LANGUAGES).map(([name, language]) => [name, isInstalled(language)])),
};

describe.each(Object.entries(PROGRAMS))('the webhook sample in %s', (language, prepare) => {
  it.runIf(INSTALLED[language])('accepts what Florin signed, and rejects everything else', () => {
    const program = prepare();
    const { accepted, rejected } = makeCases();
    const results = verifyAll(
      program,
      [...accepted, ...rejected].map(([, one]) => one),
    );
    for (const [index, [name]] of accepted.entries()) expect(results[index], name).toBe(ID);
    for (const [index, [name, , error]] of rejected.entries()) {
      expect(results[accepted.length + index], name).toMatch(error);
    }
  });
});

it('the receiver accepts what Florin signed, and rejects everything else', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [join(SAMPLES, 'node/receive-webhooks.mjs')], {
    env: { WEBHOOK_SECRET: SECRET, PORT: String(port) },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const statusOf = async ({ headers, body }: Case) =>
    (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', headers, body })).status;
  try {
    await waitUntil('the receiver runs', () => output.includes('Waiting for events'));
    expect(await statusOf(caseOf())).toBe(204);
    await waitUntil('the event is printed', () => output.includes('payment_intent.succeeded'));
    expect(await statusOf(caseOf({ signedWith: newSecret() }))).toBe(400);
  } finally {
    child.kill();
  }
});
