import type { WebhookResults } from './judge.ts';
import { type Pair, ratioOfPairs } from './measure-pairs.ts';
import { PACED_PER_SECOND } from './measure-subscribed.ts';
import { printSpread, printTable, printWhole } from './print-table.ts';

const ms = (value: number) => value.toFixed(1);

/** What events, webhooks and the request log cost, and how fast they are. */
export function describeWebhooks({ deliveries, outbox, subscribed, neighbors, firstByte }: WebhookResults): string[] {
  const perSecond = ['per second', printWhole] as const;
  return [
    ...describePairs('Webhooks of one worker', deliveries, ...perSecond, 'a bare undici loop'),
    ...describePairs('Creates with request log and outbox', outbox, ...perSecond, 'without them'),
    ...describePairs('Creates with two endpoints', subscribed.full, ...perSecond, 'without them'),
    ...describePairs(
      `Creates with two endpoints at ${PACED_PER_SECOND} per second`,
      subscribed.paced,
      'p50 ms',
      ms,
      'without them',
    ),
    ...describePairs(
      `Creates at ${PACED_PER_SECOND} per second beside a bare loop that sends as many requests`,
      subscribed.bare,
      'p50 ms',
      ms,
      'without it',
    ),
    ...describePairs('Healthy endpoints beside two broken ones', neighbors, 'p99 ms', ms, 'without the two'),
    ...(firstByte
      ? [
          '## Time until a webhook arrives\n',
          `${ms(firstByte.medianMs)} ms at the median of ${firstByte.events} events, p99 ${ms(firstByte.p99Ms)} ms.\n`,
        ]
      : []),
  ];
}

function describePairs(
  title: string,
  pairs: readonly Pair[],
  unit: string,
  print: (value: number) => string,
  baseline: string,
): string[] {
  const ratio = ratioOfPairs(pairs);
  if (!ratio) return [];
  const rows = pairs.map((pair, index) => [
    String(index + 1),
    print(pair.measured),
    print(pair.baseline),
    (pair.measured / pair.baseline).toFixed(2),
  ]);
  return [
    `## ${title}\n`,
    printTable([['round', unit, `${baseline}, ${unit}`, 'ratio'], ...rows]),
    `\n${printSpread(ratio)} compared to ${baseline}.\n`,
  ];
}
