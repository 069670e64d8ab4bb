import { availableParallelism, cpus, loadavg } from 'node:os';
import { CleanUp } from './clean-up.ts';
import { judge, type Results } from './judge.ts';
import { measureBlocks } from './measure-blocks.ts';
import { measureCatchUp } from './measure-catch-up.ts';
import { measureDeliveries } from './measure-deliveries.ts';
import { measureDetection } from './measure-detection.ts';
import { measureEvmCatchUp } from './measure-evm-catch-up.ts';
import { measureAssignments, measureTransfers } from './measure-exact-amounts.ts';
import { measureFirstByte } from './measure-first-byte.ts';
import { measureIdle } from './measure-idle.ts';
import { measureMemory } from './measure-memory.ts';
import { measureNeighbors } from './measure-neighbors.ts';
import { measureOutbox } from './measure-outbox.ts';
import { measurePages } from './measure-pages.ts';
import { measureRounds } from './measure-rounds.ts';
import { measureSearches } from './measure-searches.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureStreams } from './measure-streams.ts';
import { measureSubscribed } from './measure-subscribed.ts';
import { measureVisitors } from './measure-visitors.ts';
import { type Bench, openBench } from './open-bench.ts';
import { openVariants } from './open-variants.ts';
import { HELP, type Options, parseOptions } from './parse-options.ts';
import { printReport } from './print-report.ts';
import { judgeSearches } from './print-searches.ts';
import { judgeSizes } from './print-sizes.ts';
import { writeResults } from './write-results.ts';

const STOPPED = 'stopped';

function describeMachine({ postgres, generator }: Bench): Record<string, string | number> {
  return {
    cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown'}, ${process.arch}`,
    node: process.versions.node,
    postgresql: postgres.version,
    load_generator: generator.name,
    load_average_before: Number(loadavg()[0]?.toFixed(2)),
  };
}

async function measure(bench: Bench): Promise<Results> {
  const { cases } = bench.options;
  const needsRounds = (['a', 'b', 'c', 'd', 'e', 'h', 'v', 'w'] as const).some((name) => cases.has(name));
  const rounds = needsRounds ? await measureRounds(bench, await openVariants(bench)) : [];
  const pages = cases.has('f') ? await measurePages(bench) : [];
  const isLinux = process.platform === 'linux';
  if ((['g', 'i', 'k', 'l', 'm', 'u', 'x', 'y', 'z'] as const).some((name) => cases.has(name)) && !isLinux)
    bench.print(
      'g, i, k, l, m, u, x, y, z  skipped: they need /proc and the addresses 127.0.0.0/8, which only Linux has',
    );
  const memory = cases.has('g') && isLinux ? await measureMemory(bench) : undefined;
  const idle = cases.has('x') && isLinux ? await measureIdle(bench) : undefined;
  const searches = cases.has('y') && isLinux ? await measureSearches(bench) : undefined;
  const sizes = cases.has('z') && isLinux ? await measureSizes(bench) : [];
  const streams = cases.has('i') && isLinux ? await measureStreams(bench) : undefined;
  const blocks = cases.has('j') ? await measureBlocks(bench) : [];
  const catchUps = cases.has('k') && isLinux ? await measureCatchUp(bench) : [];
  const detections = cases.has('l') && isLinux ? await measureDetection(bench) : [];
  const visitors = cases.has('m') && isLinux ? await measureVisitors(bench) : [];
  const webhooks = {
    deliveries: cases.has('n') ? await measureDeliveries(bench) : [],
    outbox: cases.has('o') ? await measureOutbox(bench) : [],
    subscribed: cases.has('p') ? await measureSubscribed(bench) : { full: [], paced: [], bare: [] },
    neighbors: cases.has('q') ? await measureNeighbors(bench) : [],
    firstByte: cases.has('r') ? await measureFirstByte(bench) : undefined,
  };
  const evm = {
    assignments: cases.has('s') ? await measureAssignments(bench) : [],
    transfers: cases.has('t') ? await measureTransfers(bench) : [],
    catchUps: cases.has('u') && isLinux ? await measureEvmCatchUp(bench) : [],
  };
  return {
    rounds,
    pages,
    memory,
    idle,
    searches,
    sizes,
    streams,
    blocks,
    catchUps,
    detections,
    visitors,
    webhooks,
    evm,
  };
}

async function main(options: Options, signal: AbortSignal): Promise<void> {
  const startedAt = new Date();
  const cleanUp = new CleanUp();
  try {
    const bench = await openBench(options, cleanUp, signal);
    const machine = describeMachine(bench);
    const results = await measure(bench);
    const minutes = (Date.now() - startedAt.getTime()) / 60_000;
    const file = await writeResults(
      {
        started_at: startedAt,
        minutes,
        machine,
        options: { ...options, cases: [...options.cases] },
        verdicts: [...judge(results), ...judgeSearches(results), ...judgeSizes(results)],
        ...results,
      },
      startedAt,
    );
    const facts = Object.entries(machine).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`);
    console.log(
      `\n${facts.join('; ')}; ${minutes.toFixed(1)} minutes\n\n${printReport(results)}\n\nEvery round: ${file}`,
    );
  } finally {
    await cleanUp.run();
  }
}

const options = parseOptions(process.argv.slice(2));
if (options) {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(STOPPED));
  try {
    await main(options, stop.signal);
  } catch (error) {
    console.error(stop.signal.aborted ? 'Stopped and cleaned up.' : error);
    process.exitCode = 1;
  }
} else {
  console.log(HELP);
}
