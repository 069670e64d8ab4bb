import { createdEvent } from '../../domain/events/event.ts';
import { decide } from '../../domain/intents/decide.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { followNetwork, type Transition, transition } from '../../domain/intents/transition.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/settings.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { finalityRequirement } from '../../domain/payments/finality.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import { EXAMPLE_ADDRESS } from '../wallets/examples.ts';
import { EXAMPLE_CHECKOUT_URL, EXAMPLE_REFERENCE, exampleOpenIntent } from './examples.ts';
import { type IntentAnswer, serializeIntent } from './present-intent.ts';

/** What became of the example intent, by the functions that change real ones and write real answers. */
export interface History {
  intent: Intent;
  timeline: readonly TimelineEntry[];
}

interface ExampleTransfer {
  tx: string;
  index: number;
  amount: string;
  block: number;
  atMs: number;
}

const NETWORK = 'solana-devnet';
const TX = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const BLOCK = 341_197_053;
const { createdAtMs, expiresAtMs } = exampleOpenIntent;
const after = (seconds: number): number => createdAtMs + seconds * 1_000;

const target: AssignedTarget = {
  network: NETWORK,
  address: EXAMPLE_ADDRESS,
  reference: EXAMPLE_REFERENCE,
  matchedBy: 'reference',
  requirement: finalityRequirement(networkOf(NETWORK), exampleOpenIntent),
  decimals: 9,
  assignedAtMs: after(12),
  amounts: [{ amount: parseDecimal('0.463420417'), tail: parseDecimal('0.000000417') }],
  scannedUntilMs: expiresAtMs,
};

const opened: History = {
  intent: exampleOpenIntent,
  timeline: [{ sequence: 1, atMs: createdAtMs, ...createdEvent(exampleOpenIntent) }],
};

/** The example intent after a payer has opened its checkout. */
export const visited: History = { ...opened, intent: { ...exampleOpenIntent, targets: [target] } };

function change(
  { intent, timeline }: History,
  atMs: number,
  toNext: (intent: Intent) => Transition | undefined,
): History {
  const { intent: next, events } = toNext(intent) ?? { intent, events: [] };
  const added: TimelineEntry[] = [];
  for (const event of events) added.push({ ...event, sequence: intent.sequence + 1 + added.length, atMs });
  return { intent: next, timeline: [...timeline, ...added] };
}

/** One scan of the network: the transfer is in a block, which is final from some height on. */
export const scan = (
  history: History,
  nowMs: number,
  { tx, index, amount, block, atMs }: ExampleTransfer,
  finalizedHeight: number,
): History =>
  change(history, nowMs, (intent) => {
    const transfer = {
      tx,
      index,
      keys: [EXAMPLE_REFERENCE],
      address: EXAMPLE_ADDRESS,
      asset: intent.asset,
      token: undefined,
      amount: parseDecimal(amount),
      blockHeight: block,
      blockTimeMs: atMs,
      failed: false,
      spends: [],
      firstSeenAtMs: atMs,
    };
    return followNetwork(intent, DEFAULT_SETTINGS, {
      network: NETWORK,
      rolledBackTo: undefined,
      transfers: [transfer],
      replaced: new Set(),
      missing: new Set(),
      tipHeight: finalizedHeight + 32,
      finalizedHeight,
      nowMs,
    });
  });

/** The network shows the transfer, and makes it final a little later. */
const receive = (history: History, amount: string): History => {
  const transfer = { tx: TX, index: 0, amount, block: BLOCK, atMs: after(62) };
  return scan(scan(history, transfer.atMs, transfer, BLOCK - 32), after(75), transfer, BLOCK);
};

const accept = (history: History, atMs: number, reason: string): History =>
  change(history, atMs, (intent) =>
    transition(decide(intent, { kind: 'accepted', reason, atMs }), DEFAULT_SETTINGS, atMs),
  );

const serialize = ({ intent }: History, timeline?: History['timeline']): IntentAnswer =>
  JSON.parse(
    serializeIntent(intent, {
      checkoutUrl: EXAMPLE_CHECKOUT_URL,
      nowMs: intent.createdAtMs,
      visibleNetworks: new Set([NETWORK]),
      ...(timeline ? { timeline } : {}),
    }),
  ) as IntentAnswer;

/** The answer with one intent. */
export const present = (history: History): IntentAnswer => serialize(history, history.timeline);

/** In a list. */
export const exampleListedIntent = serialize(opened);

/** Paid on Solana's test network. */
export const examplePaidIntent = present(receive(visited, '0.46342'));

export const exampleCanceledIntent = present(
  change(opened, after(300), (intent) =>
    transition({ ...intent, canceledAtMs: after(300) }, DEFAULT_SETTINGS, after(300)),
  ),
);

export const exampleMarkedPaidIntent = present(accept(opened, after(300), 'Paid in cash at the counter.'));

const underpaid = change(receive(visited, '0.2'), expiresAtMs, (intent) =>
  transition(intent, DEFAULT_SETTINGS, expiresAtMs),
);

/** Too little arrived, and the merchant accepted it. */
export const exampleAcceptedIntent = present(
  accept(underpaid, expiresAtMs + 600_000, 'The customer paid the rest by card.'),
);
