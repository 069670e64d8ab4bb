import { parseArgs } from 'node:util';

export const CASES = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'm',
  'n',
  'o',
  'p',
  'q',
  'r',
  's',
  't',
  'u',
  'v',
  'w',
  'x',
  'y',
  'z',
] as const;
export type Case = (typeof CASES)[number];

export interface Options {
  cases: ReadonlySet<Case>;
  /** Rounds at each number of requests in flight. The number that the targets apply to gets `extraRounds` more. */
  rounds: number;
  extraRounds: number;
  seconds: number;
  /** Intents in the tables before the first round. */
  rowsBefore: number;
  pageSizes: readonly number[];
  /** Intents of the merchant that is searched and exported. */
  searchedIntents: number;
  /** Intents of the larger of two merchants. */
  size: number;
  memoryCreates: number;
  streams: number;
  blockIntents: readonly number[];
  catchUpBlocks: number;
  catchUpFullBlocks: number;
  catchUpPayments: number;
  detectIntents: readonly number[];
  detectPayments: number;
  /** Open intents that share one address. */
  sharedIntents: readonly number[];
  /** Blocks to catch up on, of which only the logs are read, and of which everything is read. */
  evmLogBlocks: number;
  evmFullBlocks: number;
  /** Webhooks in the queue before each round. */
  deliveries: number;
  singleEvents: number;
  roles: string;
  /** Whether the workers of o and p have a process of their own. */
  workersApart: boolean;
  /** How long to wait before each measurement for the machine to become idle. */
  patienceSeconds: number;
}

export const HELP = `npm run bench -- [options]

  --quick         one short round of everything with smaller tables; about 7 minutes
  --rounds N      rounds at each number of requests in flight (default 3; two more at 64)
  --seconds N     length of one measurement (default 4)
  --only a,b,…    only these cases:
                    a  create over HTTP               e  read one intent over HTTP
                    b  pgbench, single insert         f  pages and search by table size
                    c  bare node:http                 g  memory after many creates
                    d  create without group commit    h  the checkout page over HTTP
                    i  memory of open event streams   j  a block with few and many intents
                    k  catching up after a stop       l  time until a payment is reported
                    m  create beside visitors         n  webhooks per second of one worker
                    o  create without log and outbox  p  create with subscribed endpoints
                    q  healthy beside broken ones     r  time until a webhook arrives
                    s  exact amounts on one address   t  a block of transfers to one address
                    u  catching up on an EVM chain    v  a checkout status that did not change
                    w  create and first view          x  start-up and memory of an idle server
                    y  searches, filters and exports  z  everything with very many intents
  --rows N        intents in the tables before the first round (default 0)
  --size N        intents of the larger merchant of z (default 1,000,000; 10,000,000 take 80 GB)
  --patience N    seconds to wait for an idle machine before each measurement (default 2)
  --roles R       FLORIN_ROLES of the measured servers (default api)
  --workers-apart o and p run the workers in a second process
`;

export function parseOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string', default: CASES.join(',') },
      rows: { type: 'string' },
      size: { type: 'string' },
      roles: { type: 'string', default: 'api' },
      'workers-apart': { type: 'boolean', default: false },
      patience: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { quick } = values;
  const rounds = count('--rounds', values.rounds, quick ? 1 : 3, 1, 100);
  return {
    cases: readCases(values.only),
    rounds,
    extraRounds: rounds > 1 ? 2 : 0,
    seconds: count('--seconds', values.seconds, quick ? 1 : 4, 1, 60),
    rowsBefore: count('--rows', values.rows, 0, 0, 10_000_000),
    pageSizes: quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000],
    searchedIntents: quick ? 50_000 : 1_000_000,
    size: count('--size', values.size, quick ? 50_000 : 1_000_000, 2_000, 1_000_000_000),
    memoryCreates: quick ? 20_000 : 100_000,
    streams: quick ? 200 : 800,
    blockIntents: quick ? [100, 10_000] : [100, 100_000],
    catchUpBlocks: quick ? 400 : 2_000,
    catchUpFullBlocks: quick ? 60 : 200,
    catchUpPayments: quick ? 300 : 1_000,
    detectIntents: quick ? [0, 10_000] : [0, 100_000],
    detectPayments: quick ? 10 : 40,
    sharedIntents: quick ? [10, 1_000] : [10, 10_000],
    evmLogBlocks: quick ? 60_000 : 200_000,
    evmFullBlocks: quick ? 300 : 2_000,
    deliveries: quick ? 2_000 : 10_000,
    singleEvents: quick ? 10 : 40,
    roles: values.roles,
    workersApart: values['workers-apart'],
    patienceSeconds: count('--patience', values.patience, 2, 1, 600),
  };
}

function count(name: string, text: string | undefined, fallback: number, min: number, max: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function readCases(text: string): Set<Case> {
  const named = text.split(',').map((name) => name.trim().toLowerCase());
  for (const name of named) {
    if (!(CASES as readonly string[]).includes(name))
      throw new RangeError(`--only must be a list of ${CASES.join(', ')}.`);
  }
  return new Set(named as Case[]);
}
