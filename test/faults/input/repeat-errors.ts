import { Agent } from 'node:http';
import { readMemory } from '../../../bench/measure-memory.ts';
import { ERRORS, type ErrorCode } from '../../../src/domain/errors.ts';
import { sendBytes } from '../../http/send-bytes.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { type ErrorMaker, makeErrorMakers } from './error-makers.ts';

const IN_FLIGHT = 16;
const ROUNDS = 3;
/** A server that keeps a kilobyte for each error would not fit. */
const HEAP_MB_MAX = 128;
const GROWTH_MB_MAX = 32;

export const repeatErrors: Fault = {
  name: 'repeat-errors',
  group: 'input',
  title: '1,000 errors of each kind, three times, in a server with a heap of 128 MB',
  needs: ['PostgreSQL'],
  secondsMax: 600,
  async run(lab) {
    const rig = await Rig.open(lab, { env: { FLORIN_TRUST_PROXY: 'loopback' } });
    const api = await rig.startApi({ env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB_MAX}` } });
    const makers = Object.entries(await makeErrorMakers(rig)) as [ErrorCode, ErrorMaker][];
    const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
    lab.cleanUp.add(async () => agent.destroy());
    const seen = new Map<string, number>();
    let number = 0;
    const repeat = async (code: ErrorCode, make: ErrorMaker) => {
      for (let left = Math.ceil(lab.count(1_000, 10) / IN_FLIGHT); left > 0; left -= 1) {
        number += 1;
        const request = make(number);
        const from = `10.${number % 250}.${(number >> 8) % 250}.1`;
        const { json } = await sendBytes(rig.baseUrl, {
          ...request,
          headers: { 'x-forwarded-for': from, ...request.headers },
          agent,
        });
        const found = String(json['code']);
        seen.set(`${code} ${found}`, (seen.get(`${code} ${found}`) ?? 0) + 1);
      }
    };
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [code, make] of makers) await Promise.all(Array.from({ length: IN_FLIGHT }, () => repeat(code, make)));
      memory.push((await readMemory(api.process.pid ?? 0)).nowMb);
    }
    for (const [code] of makers)
      lab.check((seen.get(`${code} ${code}`) ?? 0) > 0, `No request was answered with ${code}: ${listOf(seen, code)}`);
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
    lab.check(growth < GROWTH_MB_MAX, `Memory has grown by ${growth.toFixed(0)} MB after the first round.`);
    lab.check(api.process.exitCode === null, 'The API has ended.');
    const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
    lab.observe(
      `${total} errors with ${makers.length} of ${Object.keys(ERRORS).length} codes; memory after each round: ${memory.map((mb) => `${mb.toFixed(0)} MB`).join(', ')}`,
    );
    await rig.checkDatabase();
  },
};

const listOf = (seen: ReadonlyMap<string, number>, code: string) =>
  [...seen.keys()].filter((name) => name.startsWith(`${code} `)).join();
