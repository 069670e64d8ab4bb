import { setTimeout as sleep } from 'node:timers/promises';
import { nearest } from '../../domain/nearest.ts';
import { UserError } from '../../domain/user-error.ts';
import type { RemoteApi } from '../../ports/remote-api.ts';
import type { Command, Output } from '../command.ts';
import { remoteOptions, requireRemote } from '../sessions/find-remote.ts';
import type { ApiEvent, EventPage } from './api-event.ts';
import { sampleIntent } from './sample-intent.ts';
import { SCENARIOS, type Step } from './scenarios.ts';

const POLL_MS = 250;
/** Longer than any history takes with a block every second. */
const WAIT_MS_MAX = 120_000;

const EVENTS = Object.keys(SCENARIOS);

/** How the events of other payment services end that say what `payment_intent.succeeded` says here. */
const SUCCEEDED_ELSEWHERE = /(^|[.:])(paid|completed|settled|succeeded)$/;

export const trigger: Command = {
  name: 'trigger',
  summary: 'Makes an event happen in test mode: creates a payment intent and drives the simulated network.',
  operands: [{ name: 'event', optional: true, values: EVENTS }],
  options: {
    list: { type: 'boolean', help: 'list the events that can be triggered' },
    ...remoteOptions,
  },
  examples: ['trigger payment_intent.succeeded', 'trigger payment_intent.reversed --json', 'trigger --list'],
  async run(context, args) {
    if (args.flag('list')) return { json: { data: EVENTS }, text: EVENTS.join('\n') };
    const type = readType(args.operands[0]);
    const api = await requireRemote(context, args);
    if (api.mode === 'live') {
      throw new UserError('This is a live key. Use a test key: "npx florin login <url> --profile test".', 'usage');
    }
    const signal = context.stopping();
    const note = ({ type: happened }: ApiEvent) => context.terminal.note(`  ${happened}`);
    const created = await api.send<Created>('POST', '/create_checkout_payment_intent', sampleIntent(Date.now()));
    const { payment_intent_id: id } = created.payment_intent_response;
    context.terminal.note(`Created ${id}.`);
    const history = new History(api, id, note);
    for (const step of SCENARIOS[type] as readonly Step[]) await take(api, id, history, step, signal);
    const event = await history.waitFor(type, signal);
    return event && present(event, id, history.events);
  },
};

interface Created {
  payment_intent_response: { payment_intent_id: string };
}

function readType(text: string | undefined): keyof typeof SCENARIOS {
  if (text !== undefined && Object.hasOwn(SCENARIOS, text)) return text as keyof typeof SCENARIOS;
  const list = '"npx florin trigger --list" shows the events that can be triggered.';
  if (text === undefined) throw new UserError(`Name an event. ${list}`, 'usage');
  const meant = SUCCEEDED_ELSEWHERE.test(text) ? 'payment_intent.succeeded' : nearest(text, EVENTS);
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  throw new UserError(`"${text}" cannot be triggered. ${hint}${list}`, 'usage');
}

async function take(api: RemoteApi, id: string, history: History, step: Step, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  if ('until' in step) await history.waitFor(step.until, signal);
  else if ('cancel' in step) await api.send('POST', `/payment_intents/${id}/cancel`);
  else await api.send('POST', `/payment_intents/${id}/simulate`, { kind: step.simulate });
}

/** The events of one intent, as they appear. */
class History {
  readonly events: ApiEvent[] = [];
  readonly #api: RemoteApi;
  readonly #intentId: string;
  readonly #note: (event: ApiEvent) => void;

  constructor(api: RemoteApi, intentId: string, note: (event: ApiEvent) => void) {
    this.#api = api;
    this.#intentId = intentId;
    this.#note = note;
  }

  /** Undefined if the signal aborts first. */
  async waitFor(type: string, signal: AbortSignal): Promise<ApiEvent | undefined> {
    const deadlineMs = performance.now() + WAIT_MS_MAX;
    while (!signal.aborted) {
      await this.#read();
      const found = this.events.find((event) => event.type === type);
      if (found) return found;
      if (performance.now() > deadlineMs) {
        throw new UserError(
          `${type} has not happened within ${WAIT_MS_MAX / 1_000} s. Check that processes with the roles watcher and deliverer run.`,
        );
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  async #read(): Promise<void> {
    const after = String(this.events.at(-1)?.number ?? 0);
    const { data } = await this.#api.get<EventPage>('/events', { payment_intent: this.#intentId, after, limit: '100' });
    for (const event of data) {
      this.events.push(event);
      this.#note(event);
    }
  }
}

const present = (event: ApiEvent, intentId: string, history: readonly ApiEvent[]): Output => ({
  json: {
    id: event.id,
    type: event.type,
    number: event.number,
    payment_intent: intentId,
    history: history.map(({ id, type, number }) => ({ id, type, number })),
  },
  text: [event.id, event.type, intentId],
});
