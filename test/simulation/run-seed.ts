import { drop, mine, reorganise, replace } from './act-as-chain.ts';
import { assignStray, cancelOrder, changeMind, decideOrder, openOrder, viewOrder } from './act-as-merchant.ts';
import { pay } from './act-as-payer.ts';
import { crash, startRound, TASKS, type Task } from './act-as-worker.ts';
import type { Backing } from './backing.ts';
import type { Bug } from './bugs/bug.ts';
import { checkEnd } from './check-end.ts';
import { checkState } from './check-state.ts';
import type { Sometimes } from './counters.ts';
import type { Actor } from './stage.ts';
import { Violation } from './violation.ts';
import { World } from './world.ts';

const STEPS = 220;
const WORKERS = 3;
const ACTORS_MAX = 8;
const QUIET_BLOCKS = 40;
const QUIET_BLOCK_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface SeedResult {
  seed: number;
  counts: [Sometimes, number][];
  /** How every intent ended: two databases that are alike give the same. */
  digest: string[];
  violation: { invariant: string; message: string; step: number; trace: string[] } | undefined;
}

type Action = (world: World) => Promise<void> | Actor | undefined | void;

/** What may happen in a step, and how often beside the others. */
const ACTIONS: readonly [weight: number, action: Action][] = [
  [34, work],
  [14, goOn],
  [2, crashSome],
  [12, (world) => world.passTime(world.prng.between(500, 30_000))],
  [5, (world) => world.passTime(world.prng.between(60_000, 1_200_000))],
  [1, (world) => world.passTime(world.prng.between(HOUR_MS, world.prng.chance(20) ? 26 * HOUR_MS : 3 * HOUR_MS))],
  [24, (world) => mine(world)],
  [6, reorganise],
  [1, drop],
  [3, replace],
  [9, openOrder],
  [10, viewOrder],
  [16, pay],
  [2, cancelOrder],
  [3, decideOrder],
  [6, assignStray],
  [3, changeMind],
];
const WEIGHTS = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);

/** Runs one world from its seed to its end, with a look at everything after each step. */
export async function runSeed(seed: number, backing: Backing, bug?: Bug): Promise<SeedResult> {
  const world = new World(seed, backing, bug);
  try {
    for (world.step = 1; world.step <= STEPS; world.step += 1) await takeStep(world);
    await becomeQuiet(world);
    await checkEnd(world);
    return { seed, counts: [...world.counters.counts], digest: digestOf(world), violation: undefined };
  } catch (error) {
    const invariant = error instanceof Violation ? error.invariant : 'the engine does not throw';
    const message = error instanceof Violation ? error.message : String((error as Error).stack ?? error);
    const order = error instanceof Violation ? error.order : undefined;
    const violation = { invariant, message, step: world.step, trace: shorten(world, order) };
    return { seed, counts: [...world.counters.counts], digest: digestOf(world), violation };
  }
}

const digestOf = ({ books }: World): string[] =>
  [...books.last]
    .map(([name, { status, review, sequence, flags, payments }]) => {
      const states = payments.map(({ tx, index, state }) => `${tx}:${index} ${state}`).sort();
      return [name, status, review?.cause, sequence, flags.join('+'), ...states].join(' ');
    })
    .sort();

async function takeStep(world: World): Promise<void> {
  const { actors } = world.stage;
  world.oldestStart = Math.min(world.step, ...actors.map(({ startedAt }) => startedAt));
  let dice = world.prng.below(WEIGHTS);
  const [, action] = ACTIONS.find(([weight]) => {
    dice -= weight;
    return dice < 0;
  }) as [number, Action];
  const result = action(world);
  const started = result instanceof Promise ? await result : result;
  if (started) {
    started.startedAt = world.step;
    await advance(world, started);
  }
  await checkState(world);
}

async function advance(world: World, actor: Actor): Promise<void> {
  const mover = world.stage.mover(actor);
  await world.stage.advance(mover, world.prng.chance(70) ? Number.POSITIVE_INFINITY : world.prng.below(14));
  if (mover.isDone) checkFailure(mover);
}

/** Faults are part of the game and a refusal is an answer; what is left are errors of the program. */
function checkFailure({ failure, name }: Actor): void {
  if (failure === undefined) return;
  const all = failure instanceof AggregateError ? (failure.errors as unknown[]) : [failure];
  // A database calls whatever is thrown inside a transaction an outage, with the reason behind it.
  for (const error of all.map((one) => (one as Error).cause ?? one)) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) {
      throw new Violation('the engine does not throw', `${name}: ${error.stack}`);
    }
    if (name.startsWith('w') && /unique|constraint/.test(String(error))) {
      throw new Violation('a round of a worker breaks no constraint', `${name}: ${String(error)}`);
    }
  }
}

function work(world: World): Actor | undefined {
  const { prng, stage } = world;
  const worker = world.workers[prng.below(WORKERS)] as string;
  const task = prng.pick(TASKS) ?? 'expiry';
  const isBusy = stage.actors.some(({ name }) => name === `${worker} ${task}`);
  if (isBusy || stage.actors.length >= ACTORS_MAX) return goOn(world);
  world.tell(`${worker} ${task}`);
  return startRound(world, worker, task);
}

function goOn(world: World): Actor | undefined {
  return world.prng.pick(world.stage.actors);
}

async function crashSome(world: World): Promise<void> {
  const number = world.prng.below(WORKERS);
  await crash(world, world.workers[number] as string);
  world.workers[number] = `w${number}.${world.step}`;
}

/** No more faults: all that is under way ends, the chains grow, every network is read, and time passes. */
async function becomeQuiet(world: World): Promise<void> {
  world.isQuiet = true;
  world.tell('quiet');
  for (let actor = world.stage.actors[0]; actor; actor = world.stage.actors[0]) {
    await world.stage.finish(actor);
    checkFailure(actor);
  }
  world.passTime(HOUR_MS);
  if (world.prng.chance(25)) await leaveUnread(world);
  for (let block = 0; block < QUIET_BLOCKS; block += 1) {
    world.passTime(QUIET_BLOCK_MS);
    for (const network of world.chains.keys()) mine(world, network, true);
    if (block % 5 === 4) await lookAtAll(world);
  }
  for (let round = 0; round < 3; round += 1) {
    world.passTime(round === 0 ? 25 * HOUR_MS : 10_000);
    await lookAtAll(world);
  }
}

/** For more than a day the networks go on and nobody can read them. */
async function leaveUnread(world: World): Promise<void> {
  world.tell('no network can be read');
  for (const network of world.chains.keys()) mine(world, network, true);
  world.passTime(25 * HOUR_MS);
  await look(world, ['expiry']);
}

const lookAtAll = (world: World) => look(world, TASKS);

async function look(world: World, tasks: readonly Task[]): Promise<void> {
  for (const task of tasks) {
    const actor = startRound(world, 'w-last', task);
    actor.startedAt = world.step;
    await world.stage.finish(actor);
    checkFailure(actor);
    if (actor.failure !== undefined) {
      const inner = actor.failure instanceof AggregateError ? (actor.failure.errors as unknown[]) : [actor.failure];
      const messages = inner.map((error) => String((error as Error).stack ?? error));
      throw new Violation('without faults every round ends well', `${task}: ${messages.join()}`);
    }
    await checkState(world);
  }
}

/** Only what concerns the order in question: its own lines, those of its transactions, and roll-backs. */
function shorten({ trace }: World, order: string | undefined): string[] {
  if (order === undefined) return trace.slice(-30);
  const about = new RegExp(`\\b${order}\\b`);
  const own = trace.filter((line) => about.test(line));
  const txs = new Set(own.flatMap((line) => line.match(/\btx\d+r*\b/g) ?? []));
  return trace
    .filter((line) => about.test(line) || [...txs].some((tx) => line.includes(tx)) || /rolls back|quiet/.test(line))
    .slice(-40);
}
