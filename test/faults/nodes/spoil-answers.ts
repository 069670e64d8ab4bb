import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { Lab } from '../lab/lab.ts';
import { NodeScene } from './node-scene.ts';

type Respond = (response: ServerResponse, text: string) => void;

/** Starts what a spoiled answer needs, and returns how to send one and what must hold afterwards. */
type Spoil = (lab: Lab) => Promise<{ respond: Respond; check?: () => void }>;

const truncate: Spoil = async () => ({
  respond: (response, text) => void response.end(text.slice(0, text.length / 2)),
});

/** Nothing may be sent where a redirect points: it could be somebody else's server. */
const redirect: Spoil = async (lab) => {
  let calls = 0;
  const other = createServer((_, response) => {
    calls += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  lab.cleanUp.add(async () => other.close());
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  return {
    respond: (response) => void response.writeHead(307, { location }).end(),
    check: () => lab.check(calls === 0, `${calls} calls followed a redirect`),
  };
};

/** A network that was read before gets bad answers while a payer pays. Nothing is credited until they are good again. */
const spoiled = (name: string, title: string, spoil: Spoil): Fault => ({
  name,
  group: 'nodes',
  title,
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 240,
  async run(lab) {
    const scene = await NodeScene.open(lab);
    const before = await scene.payOnce();
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    const { respond } = scene.proxy;
    const spoiling = await spoil(lab);
    scene.proxy.respond = spoiling.respond;
    await scene.pay(asked);
    await scene.mine();
    await scene.untilState('delayed', 'distrusted');
    await sleep(lab.count(15_000, 1_000));
    const { status, payments } = await scene.read(asked);
    lab.check(
      status === 'requires_payment' && payments.length === 0,
      `${asked.id} is ${status} by a node that nobody understands`,
    );
    lab.observe(`the network is ${await scene.state()} meanwhile, and nothing is credited`);
    scene.proxy.respond = respond;
    await scene.finish([before, asked], [unpaid]);
    spoiling.check?.();
  },
});

export const spoiledAnswers: readonly Fault[] = [
  spoiled('truncate-node', 'A node sends only the first half of each answer', truncate),
  spoiled('redirect-node', 'A node redirects every call to another server', redirect),
];
