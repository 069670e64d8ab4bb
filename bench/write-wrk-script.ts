import { randomInt } from 'node:crypto';
import type { Reads } from './load.ts';
import { createPath, requestHeaders, requestTemplate } from './make-request.ts';
import type { Keys } from './start-server.ts';

/** JSON and Lua have different escapes, so the text goes between long brackets, which have none. */
const quote = (text: string) => `[==[${text}]==]`;

const headOf = (method: string, path: string, headers: Record<string, string>) =>
  [`${method} ${path} HTTP/1.1`, ...Object.entries({ host: '127.0.0.1', ...headers }).map((pair) => pair.join(': '))]
    .map((line) => `${quote(line)} .. "\\r\\n"`)
    .join(' .. ');

/** wrk measures microseconds, and counts only a status of 400 or above as an error. */
const DONE = `
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\\n{"answers":%d,"micros":%d,"p50":%d,"p99":%d,"failed":%d,"broken":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;

/** Each thread gets its own random seed, which differs in each run. */
const THREADS = (seed: number) => `
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
function init()
  math.randomseed(${seed} + number * 7919)
end
`;

const newSeed = () => randomInt(1, 2 ** 31 - 1);

/**
 * Every request gets a new idempotency key: random at the front, so that the keys spread over the index like UUIDs, and
 * thread and count at the end, so that they are unique within a run.
 */
export function createScript(keys: Keys): string {
  const { before, after, bytes } = requestTemplate();
  const headers = { ...requestHeaders(keys), 'content-length': String(bytes) };
  return `${THREADS(newSeed())}
local head = ${headOf('POST', createPath(keys), headers)} .. "idempotency-key: "
local before, after = "\\r\\n\\r\\n" .. ${quote(before)}, ${quote(after)}
local count, format, random = 0, string.format, math.random
function request()
  count = count + 1
  return head .. format("%08x-%04x-4%03x-%04x-%04x%08x", random(0, 4294967295), random(0, 65535), random(0, 4095),
    random(32768, 49151), number, count) .. before .. format("%07d", random(0, 9999999)) .. after
end
${DONE}`;
}

export function readScript(reads: Reads): string {
  return `${THREADS(newSeed())}
local requests = { ${reads.map(({ path, headers }) => `${headOf('GET', path, headers)} .. "\\r\\n"`).join(',\n')} }
local random = math.random
function request()
  return requests[random(#requests)]
end
${DONE}`;
}
