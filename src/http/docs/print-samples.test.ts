import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { printCurl } from './print-curl.ts';
import { printJavascript } from './print-javascript.ts';
import { printPython } from './print-python.ts';
import type { SampleRequest } from './sample-request.ts';

const body = {
  note: `It's "quoted" \\ $HOME \`id\` $(id) !! ü 😀 {x}`,
  nested: { list: [1, true, null, "a'b"], empty: [], none: {} },
};

const request: SampleRequest = {
  method: 'POST',
  url: ['https://pay.example.com/', { variable: 'PUBLIC_KEY' }, '/create?note=it%27s'],
  headers: [
    { name: 'Authorization', value: ['Bearer ', { variable: 'PRIVATE_KEY' }] },
    { name: 'Content-Type', value: ['application/json'] },
    { name: 'Idempotency-Key', value: [{ fresh: 'uuid' }] },
    { name: 'X-Odd', value: [`it's "$HOME"`] },
  ],
  body,
  answer: 'json',
};

describe('curl', () => {
  it('has one line for each header', () => {
    const lines = printCurl({ ...request, body: { a: "b'c" } }).split('\n');
    expect(lines).toEqual([
      'curl -X POST "https://pay.example.com/$PUBLIC_KEY/create?note=it%27s" \\',
      '  -H "Authorization: Bearer $PRIVATE_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      '  -H "Idempotency-Key: $(uuidgen)" \\',
      `  -H 'X-Odd: it'\\''s "$HOME"' \\`,
      "  -d '{",
      `    "a": "b'\\''c"`,
      "  }'",
    ]);
  });

  it('leaves out the method of a GET', () => {
    const url = ['https://pay.example.com/', { variable: 'A' }];
    expect(printCurl({ method: 'GET', url, headers: [], body: undefined, answer: 'text' })).toBe(
      'curl "https://pay.example.com/$A"',
    );
  });

  it.skipIf(process.platform === 'win32')('gives curl the right arguments in a real shell', () => {
    const script = `curl() { printf '%s\\0' "$@"; }\nuuidgen() { echo some-uuid; }\n${printCurl(request)}`;
    const env = { ...process.env, PUBLIC_KEY: 'pk_1', PRIVATE_KEY: 'sk_1' };
    const words = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0');
    expect(words.slice(0, 3)).toEqual(['-X', 'POST', 'https://pay.example.com/pk_1/create?note=it%27s']);
    expect(words).toContain('Authorization: Bearer sk_1');
    expect(words).toContain('Idempotency-Key: some-uuid');
    expect(words).toContain(`X-Odd: it's "$HOME"`);
    expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(body);
  });
});

describe('JavaScript', () => {
  it('calls fetch with the right arguments', async () => {
    const calls: [string, RequestInit][] = [];
    const fetch = (url: string, options: RequestInit) => {
      calls.push([url, options]);
      return Promise.resolve({ json: () => Promise.resolve({ id: 'pi_1' }) });
    };
    const env = { PUBLIC_KEY: 'pk_1', PRIVATE_KEY: 'sk_1' };
    const printed: unknown[] = [];
    const source = `return async (fetch, process, crypto, console) => {\n${printJavascript(request)}\n}`;
    // oxlint-disable-next-line no-implied-eval -- the sample is code that readers run
    const run = new Function(source)() as (...given: unknown[]) => Promise<void>;
    await run(fetch, { env }, { randomUUID: () => 'some-uuid' }, { log: (value: unknown) => printed.push(value) });
    expect(printed).toEqual([{ id: 'pi_1' }]);
    const [[url, options] = ['', {}]] = calls;
    expect(url).toBe('https://pay.example.com/pk_1/create?note=it%27s');
    expect(options.method).toBe('POST');
    expect(options.headers).toEqual({
      Authorization: 'Bearer sk_1',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'some-uuid',
      'X-Odd': `it's "$HOME"`,
    });
    expect(JSON.parse(options.body as string)).toEqual(body);
  });
});

describe('Python', () => {
  it('uses requests, with Python literals', () => {
    const value = { a: [true, null, 'x'], b: {}, c: 'true' };
    expect(printPython({ ...request, headers: request.headers.slice(0, 3), body: value })).toBe(
      `import os
import uuid

import requests

response = requests.post(
    f"https://pay.example.com/{os.environ['PUBLIC_KEY']}/create?note=it%27s",
    headers={
        "Authorization": f"Bearer {os.environ['PRIVATE_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json={
        "a": [
            True,
            None,
            "x"
        ],
        "b": {},
        "c": "true"
    },
)
print(response.json())`,
    );
  });
});
