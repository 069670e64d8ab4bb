import { multiply } from '../../../src/domain/money/money.ts';
import type { Transfer } from '../../../src/domain/transfers/transfer.ts';
import type { Bug } from './bug.ts';
import { wrapScan } from './wrap-scan.ts';

const eachTransfer = (change: (transfer: Transfer) => Transfer) =>
  wrapScan((scan) => ({ ...scan, transfers: scan.transfers.map(change) }));

/** What an adapter, or whoever reads its answer, could get wrong. */
export const CHAIN_BUGS: readonly Bug[] = [
  {
    name: 'a failed transaction is credited',
    caughtBy: ['no failed transaction counts'],
    adapter: eachTransfer((transfer) => ({ ...transfer, failed: false })),
  },
  {
    name: 'a roll-back is skipped',
    caughtBy: ['nothing is final before its time', 'at the end a payment is as the chain says'],
    adapter: wrapScan((scan) => ({ ...scan, rolledBackTo: undefined })),
  },
  {
    name: 'a roll-back ends one block too early',
    caughtBy: ['nothing is final before its time', 'at the end a payment is as the chain says'],
    adapter: wrapScan((scan) => ({
      ...scan,
      rolledBackTo: scan.rolledBackTo === undefined ? undefined : scan.rolledBackTo + 1,
    })),
  },
  {
    name: 'confirmations are counted one too many',
    caughtBy: ['nothing is final before its time'],
    adapter: wrapScan((scan) => ({ ...scan, tipHeight: scan.tipHeight + 1 })),
  },
  {
    name: 'a replaced payment is kept',
    caughtBy: ['at the end a payment is as the chain says', 'nothing is open past its expiry'],
    adapter: wrapScan((scan) => ({ ...scan, replaced: [], missing: [] })),
  },
  {
    name: 'of two references the first wins',
    caughtBy: ['two references count for nobody'],
    adapter: eachTransfer((transfer) => ({ ...transfer, keys: transfer.keys.slice(0, 1) })),
  },
  {
    name: 'a token is known by its looks',
    caughtBy: ['no fake token counts', 'every payment has the amount of its transfer'],
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
    name: 'a scan that is behind says that it has seen everything',
    caughtBy: ['expiry knows what came before it'],
    adapter: (adapter) => ({
      ...adapter,
      scan: async (cursor, watch) => ({ ...(await adapter.scan(cursor, watch)), scannedUntilMs: watch.nowMs }),
    }),
  },
  {
    name: 'what waits in the pool is taken for mined',
    caughtBy: [
      'nothing is final before its time',
      'no failed transaction counts',
      'at the end a payment is as the chain says',
    ],
    adapter: wrapScan((scan) => ({
      ...scan,
      transfers: scan.transfers.map((one) => ({ ...one, blockHeight: one.blockHeight ?? scan.tipHeight })),
    })),
  },
];

const twiceInBlock = (transfer: Transfer): Transfer[] =>
  transfer.blockHeight === undefined ? [transfer] : [transfer, { ...transfer, index: transfer.index + 1_000 }];
