import { readMemory } from '../../../bench/measure-memory.ts';
import type { Fault } from '../fault.ts';
import { NodeScene } from './node-scene.ts';

const PADDING = ' '.repeat(10_000_000);
const MEMORY_MB_MAX = 600;

export const inflateNode: Fault = {
  name: 'inflate-node',
  group: 'nodes',
  title: 'Every answer of a node has 10 MB',
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 240,
  async run(lab) {
    const scene = await NodeScene.open(lab, { workers: 0 });
    const worker = await scene.rig.startWorker();
    const before = await scene.payOnce();
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    scene.proxy.respond = (response, text) => void response.end(PADDING + text);
    await scene.pay(asked);
    await scene.mine();
    await scene.untilPaid(asked);
    const { peakMb } = await readMemory(worker.process.pid ?? 0);
    lab.check(peakMb < MEMORY_MB_MAX, `the worker took ${Math.round(peakMb)} MB`);
    lab.observe(`a payment was credited through such answers; the worker took at most ${Math.round(peakMb)} MB`);
    await scene.finish([before, asked], [unpaid]);
  },
};
