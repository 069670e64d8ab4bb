import { multiply } from '../../../src/domain/money/money.ts';
import type { Transfer } from '../../../src/domain/transfers/transfer.ts';
import type { Bug } from './bug.ts';
import { wrapScan } from './wrap-scan.ts';

const eachTransfer = (change: (transfer: Transfer) => Transfer) =>
  wrapScan((scan) => ({ ...scan, transfers: scan.transfers.map(change) }));

/** Bugs that an adapter, or its caller, could have. */
export const CHAIN_BUGS: readonly Bug[] = [
  {
    name: 'a failed transaction is credited',
    caughtBy: ['a failed transaction does not count'],
    adapter: eachTransfer((transfer) => ({ ...transfer, failed: false })),
  },
  {
    name: 'a rollback is skipped',
    caughtBy: ['a payment is not final too early', 'final states match the chain'],
    adapter: wrapScan((scan) => ({ ...scan, rolledBackTo: undefined })),
  },
  {
    name: 'a rollback ends one block too early',
    caughtBy: ['a payment is not final too early', 'final states match the chain'],
    adapter: wrapScan((scan) => ({
      ...scan,
      rolledBackTo: scan.rolledBackTo === undefined ? undefined : scan.rolledBackTo + 1,
    })),
  },
  {
    name: 'one confirmation too many is counted',
    caughtBy: ['a payment is not final too early'],
    adapter: wrapScan((scan) => ({ ...scan, tipHeight: scan.tipHeight + 1 })),
  },
  {
    name: 'a replaced payment stays',
    caughtBy: ['final states match the chain', 'no intent stays open after its expiry'],
    adapter: wrapScan((scan) => ({ ...scan, replaced: [], missing: [] })),
  },
  {
    name: 'the first of two references wins',
    caughtBy: ['an ambiguous transfer does not count'],
    adapter: eachTransfer((transfer) => ({ ...transfer, keys: transfer.keys.slice(0, 1) })),
  },
  {
    name: 'a token is recognized by its name',
    caughtBy: ['a fake token does not count', 'every payment has the amount of its transfer'],
    adapter: eachTransfer((transfer) => ({ ...transfer, asset: transfer.asset ?? 'USDC' })),
  },
  {
    name: 'a payment in a block is recorded again under another index',
    caughtBy: ['every payment is on the chain'],
    adapter: wrapScan((scan) => ({ ...scan, transfers: scan.transfers.flatMap(twiceInBlock) })),
  },
  {
    name: 'the decimals of a token are wrong',
    caughtBy: ['every payment has the amount of its transfer'],
    adapter: eachTransfer((transfer) =>
      transfer.token === undefined ? transfer : { ...transfer, amount: multiply(transfer.amount, 1_000n) },
    ),
  },
  {
    name: 'a scan that is behind reports that it is complete',
    caughtBy: ['expiry considers earlier transfers'],
    adapter: (adapter) => ({
      ...adapter,
      scan: async (cursor, watch) => ({ ...(await adapter.scan(cursor, watch)), scannedUntilMs: watch.nowMs }),
    }),
  },
  {
    name: 'a pending transaction is taken for mined',
    caughtBy: [
      'a payment is not final too early',
      'a failed transaction does not count',
      'final states match the chain',
    ],
    adapter: wrapScan((scan) => ({
      ...scan,
      transfers: scan.transfers.map((one) => ({ ...one, blockHeight: one.blockHeight ?? scan.tipHeight })),
    })),
  },
];

const twiceInBlock = (transfer: Transfer): Transfer[] =>
  transfer.blockHeight === undefined ? [transfer] : [transfer, { ...transfer, index: transfer.index + 1_000 }];
