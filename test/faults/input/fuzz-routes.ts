import { Agent } from 'node:http';
import * as fc from 'fast-check';
import { routes } from '../../../src/http/routes.ts';
import type { Route } from '../../../src/http/server/route.ts';
import { DocumentedAnswers, type OpenApiDoc } from '../../http/documented-answers.ts';
import { sendBytes } from '../../http/send-bytes.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { type FuzzedRequest, fuzzRequest } from './fuzz-requests.ts';
import { type Documents, documentOf, judgeAnswer } from './judge-answer.ts';
import { makeKnownThings, signIn } from './known-things.ts';

const REQUESTS = 100_000;
const REQUESTS_SHORT = 1_500;
const IN_FLIGHT = 32;
const PER_ROUTE = 10;
const VIOLATIONS_MAX = 20;
const ENV = {
  FLORIN_TRUST_PROXY: 'loopback',
  FLORIN_SIGNUP: 'open',
  FLORIN_LOG_LEVEL: 'fatal',
  // Nobody answers there; a wallet is understood without a node.
  FLORIN_RPC_SOLANA_DEVNET: 'http://127.0.0.1:9',
};

const operationOf = (documents: Documents, route: Route) =>
  documentOf(documents, route).document.paths[route.path]?.[route.method.toLowerCase()];

async function readDocuments(baseUrl: string): Promise<Documents> {
  const read = async (path: string) =>
    new DocumentedAnswers((await (await fetch(`${baseUrl}${path}`)).json()) as OpenApiDoc);
  return { public: await read('/openapi.json'), dashboard: await read('/dashboard/api/openapi.json') };
}

/** Hashing a password takes a hundred times as long as anything else, so these routes get fewer requests. */
const hashesPassword = ({ body }: Route) => JSON.stringify(body ?? {}).includes('"password"');

export const fuzzRoutes: Fault = {
  name: 'fuzz-routes',
  group: 'input',
  title: '100,000 requests between right and noise over every route of both interfaces, with headers and cookies',
  needs: ['PostgreSQL'],
  secondsMax: 900,
  async run(lab) {
    const rig = await Rig.open(lab, { env: ENV });
    const [api, worker] = [await rig.startApi(), await rig.startWorker()];
    const documents = await readDocuments(rig.baseUrl);
    const known = await makeKnownThings(rig);
    const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
    lab.cleanUp.add(async () => agent.destroy());
    const statuses = new Map<number, number>();
    const succeeded = new Set<Route>();
    const found = new Map<string, string>();
    let sent = 0;
    const send = async (request: FuzzedRequest) => {
      const { method, path, headers, body } = request;
      sent += 1;
      try {
        const reply = await sendBytes(rig.baseUrl, { method, path, headers, agent, ...(body ? { body } : {}) });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (reply.status < 300 && method === request.route.method) succeeded.add(request.route);
        for (const violation of judgeAnswer(request, reply, documents)) found.set(violation, describe(request));
      } catch (error) {
        found.set(`${method} ${request.route.path} had no answer: ${String(error)}`, describe(request));
      }
    };
    while (sent < lab.count(REQUESTS, REQUESTS_SHORT) && !lab.signal.aborted) {
      for (const browser of [known.browser, known.leaving]) await signIn(browser);
      const requests = routes.flatMap((route) =>
        fc.sample(fuzzRequest(route, operationOf(documents, route), known), {
          numRuns: hashesPassword(route) ? 1 : PER_ROUTE,
          seed: lab.prng.next() | 0,
        }),
      );
      const queue = requests.values();
      const work = async () => {
        for (const request of queue) await send(request);
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    }
    lab.checkAll(
      [...found].slice(0, VIOLATIONS_MAX).map(([what, request]) => `${what}\n    ${request}`),
      sent,
    );
    lab.check(api.process.exitCode === null && worker.process.exitCode === null, 'A process has ended.');
    lab.observe(
      `${sent} requests over ${routes.length} routes, of which ${succeeded.size} have succeeded; answers: ${list(statuses)}`,
    );
    await rig.checkDatabase();
  },
};

const describe = ({ method, path, headers, body }: FuzzedRequest) =>
  `${method} ${path} ${JSON.stringify(headers)} ${body?.toString().slice(0, 1_000) ?? ''}`;

const list = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
