import { drop, mine, reorganize, replace } from './act-as-chain.ts';
import { addEndpoints, dispatchAll, dispatchSome } from './act-as-dispatcher.ts';
import { assignUnmatched, cancelOrder, changePolicy, decideOrder, openOrder, viewOrder } from './act-as-merchant.ts';
import { pay } from './act-as-payer.ts';
import { crash, startRound, tasksOf } from './act-as-worker.ts';
import type { Backing } from './backing.ts';
import type { Bug } from './bugs/bug.ts';
import { checkEnd } from './check-end.ts';
import { checkAllNumbered } from './check-events.ts';
import type { Sometimes } from './counters.ts';
import type { Actor } from './scheduler.ts';
import { Simulation } from './simulation.ts';
import { Violation } from './violation.ts';

const STEPS = 220;
const WORKERS = 3;
const ACTORS_MAX = 8;
const QUIET_BLOCKS = 40;
const QUIET_BLOCK_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface SeedResult {
  seed: number;
  counts: [Sometimes, number][];
  /** How every intent ended. Equivalent databases give the same digest. */
  digest: string[];
  violation: { invariant: string; message: string; step: number; trace: string[] } | undefined;
}

type Action = (simulation: Simulation) => Promise<void> | Actor | undefined | void;

/** The actions of a step, with their weights. */
const ACTIONS: readonly [weight: number, action: Action][] = [
  [34, work],
  [14, resumeSome],
  [2, crashSome],
  [12, (simulation) => simulation.passTime(simulation.prng.between(500, 30_000))],
  [5, (simulation) => simulation.passTime(simulation.prng.between(60_000, 1_200_000))],
  [
    1,
    (simulation) =>
      simulation.passTime(simulation.prng.between(HOUR_MS, simulation.prng.chance(20) ? 26 * HOUR_MS : 3 * HOUR_MS)),
  ],
  [24, (simulation) => mine(simulation)],
  [6, reorganize],
  [1, drop],
  [3, replace],
  [9, openOrder],
  [10, viewOrder],
  [16, pay],
  [2, cancelOrder],
  [3, decideOrder],
  [6, assignUnmatched],
  [3, changePolicy],
];
/** Each action as often as it weighs. */
const ACTION_AT = ACTIONS.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));

/** Runs one simulation, and checks everything after each commit. */
export async function runSeed(seed: number, backing: Backing, bug?: Bug): Promise<SeedResult> {
  const simulation = new Simulation(seed, backing, bug);
  try {
    await addEndpoints(simulation);
    for (simulation.step = 1; simulation.step <= STEPS; simulation.step += 1) await takeStep(simulation);
    await settle(simulation);
    await checkEnd(simulation);
    await dispatchAll(simulation);
    await checkAllNumbered(simulation);
    return { seed, counts: [...simulation.counters.counts], digest: digestOf(simulation), violation: undefined };
  } catch (error) {
    const invariant = error instanceof Violation ? error.invariant : 'the engine does not throw';
    const message = error instanceof Violation ? error.message : String((error as Error).stack ?? error);
    const order = error instanceof Violation ? error.order : undefined;
    const violation = { invariant, message, step: simulation.step, trace: shorten(simulation, order) };
    return { seed, counts: [...simulation.counters.counts], digest: digestOf(simulation), violation };
  }
}

const digestOf = ({ records }: Simulation): string[] =>
  [...records.last]
    .map(([name, { status, review, sequence, flags, payments }]) => {
      const states = payments.map(({ tx, index, state }) => `${tx}:${index} ${state}`).sort();
      return [name, status, review?.cause, sequence, flags.join('+'), ...states].join(' ');
    })
    .sort();

async function takeStep(simulation: Simulation): Promise<void> {
  simulation.oldestStart = simulation.step;
  for (const { startedAt = simulation.step } of simulation.scheduler.actors) {
    simulation.oldestStart = Math.min(simulation.oldestStart, startedAt);
  }
  const action = ACTION_AT[simulation.prng.below(ACTION_AT.length)] as Action;
  const result = action(simulation);
  const started = result instanceof Promise ? await result : result;
  if (started) {
    started.startedAt ??= simulation.step;
    await advance(simulation, started);
  }
  await dispatchSome(simulation);
}

async function advance(simulation: Simulation, actor: Actor): Promise<void> {
  const mover = simulation.scheduler.blockerOf(actor);
  await simulation.scheduler.advance(
    mover,
    simulation.prng.chance(70) ? Number.POSITIVE_INFINITY : simulation.prng.below(14),
  );
  checkMoved(simulation, mover);
}

function checkMoved({ violation }: Simulation, actor: Actor): void {
  if (violation) throw violation;
  if (actor.isDone) checkFailure(actor);
}

/** Injected faults and rejected requests are expected. Only errors of the program are violations. */
function checkFailure({ failure, name }: Actor): void {
  if (failure === undefined) return;
  const all = failure instanceof AggregateError ? (failure.errors as unknown[]) : [failure];
  // A database reports any error inside a transaction as an outage, with the error as its cause.
  for (const error of all.map((one) => (one as Error).cause ?? one)) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) {
      throw new Violation('the engine does not throw', `${name}: ${error.stack}`);
    }
    if (name.startsWith('w') && /unique|constraint/.test(String(error))) {
      throw new Violation('workers violate no constraint', `${name}: ${String(error)}`);
    }
  }
}

function work(simulation: Simulation): Actor | undefined {
  const { prng, scheduler } = simulation;
  const worker = simulation.workers[prng.below(WORKERS)] as string;
  const task = prng.pick(tasksOf(simulation)) ?? 'expiry';
  const name = `${worker} ${task}`;
  const isBusy = scheduler.actors.some((actor) => actor.name === name);
  if (isBusy || scheduler.actors.length >= ACTORS_MAX) return resumeSome(simulation);
  simulation.log(name);
  return startRound(simulation, worker, task);
}

function resumeSome(simulation: Simulation): Actor | undefined {
  return simulation.prng.pick(simulation.scheduler.actors);
}

async function crashSome(simulation: Simulation): Promise<void> {
  const number = simulation.prng.below(WORKERS);
  await crash(simulation, simulation.workers[number] as string);
  simulation.workers[number] = `w${number}.${simulation.step}`;
}

/** Without further faults, all actors finish, the chains grow, every network is scanned, and time passes. */
async function settle(simulation: Simulation): Promise<void> {
  simulation.isQuiet = true;
  simulation.log('quiet');
  const { scheduler } = simulation;
  for (let actor = scheduler.actors[0]; actor; actor = scheduler.actors[0]) {
    const mover = scheduler.blockerOf(actor);
    await scheduler.advance(mover, Number.POSITIVE_INFINITY);
    checkMoved(simulation, mover);
  }
  simulation.passTime(HOUR_MS);
  if (simulation.prng.chance(25)) await skipScans(simulation);
  for (let block = 0; block < QUIET_BLOCKS; block += 1) {
    simulation.passTime(QUIET_BLOCK_MS);
    for (const network of simulation.chains.keys()) mine(simulation, network, true);
    if (block % 5 === 4) await runAllTasks(simulation);
  }
  for (let round = 0; round < 3; round += 1) {
    simulation.passTime(round === 0 ? 25 * HOUR_MS : 10_000);
    await runAllTasks(simulation);
  }
}

/** For more than a day, the networks grow and are not scanned. */
async function skipScans(simulation: Simulation): Promise<void> {
  simulation.log('no network can be scanned');
  for (const network of simulation.chains.keys()) mine(simulation, network, true);
  simulation.passTime(25 * HOUR_MS);
  await runTasks(simulation, ['expiry']);
}

const runAllTasks = (simulation: Simulation) => runTasks(simulation, tasksOf(simulation));

async function runTasks(simulation: Simulation, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) {
    const actor = startRound(simulation, 'w-last', task);
    actor.startedAt = simulation.step;
    await simulation.scheduler.finish(actor);
    checkMoved(simulation, actor);
    if (actor.failure !== undefined) {
      const inner = actor.failure instanceof AggregateError ? (actor.failure.errors as unknown[]) : [actor.failure];
      const messages = inner.map((error) => String((error as Error).stack ?? error));
      throw new Violation('every round succeeds without faults', `${task}: ${messages.join()}`);
    }
  }
}

/** Only the lines about the order and its transactions, and rollbacks. */
function shorten({ trace }: Simulation, order: string | undefined): string[] {
  if (order === undefined) return trace.slice(-30);
  const about = new RegExp(`\\b${order}\\b`);
  const own = trace.filter((line) => about.test(line));
  const txs = new Set(own.flatMap((line) => line.match(/\btx\d+r*\b/g) ?? []));
  return trace
    .filter((line) => about.test(line) || [...txs].some((tx) => line.includes(tx)) || /rolls back|quiet/.test(line))
    .slice(-40);
}
