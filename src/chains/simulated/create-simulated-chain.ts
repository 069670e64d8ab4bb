import { encodeBase62 } from '../../domain/base62.ts';
import { NETWORKS } from '../../domain/network.ts';
import type { ChainAdapter, SimulatedLedger, SimulatedTransfer, Transfer } from '../../payment-ports.ts';
import type { Clock, Random } from '../../ports.ts';

const REQUIRED_CONFIRMATIONS = 2;
const SCAN_TRANSFERS_MAX = 1_000;
const ADDRESS_BYTES = 16;
const ADDRESS_DIGITS = 22;

interface Parts {
  ledger: SimulatedLedger;
  clock: Clock;
  random: Random;
  blockMs: number;
}

/**
 * A chain without a network: a block is a stretch of time, and whatever was sent in one stands in the next. So all
 * processes agree on it without a miner, and a payment takes as long as it would elsewhere, only faster.
 */
export function createSimulatedChain({ ledger, clock, random, blockMs }: Parts): ChainAdapter {
  const heightAt = (timeMs: number) => Math.floor(timeMs / blockMs);

  function transferOf(sent: SimulatedTransfer, tipHeight: number): Transfer {
    const blockHeight = heightAt(sent.sentAtMs) + 1;
    return {
      tx: `sim_${String(sent.number).padStart(12, '0')}`,
      index: 0,
      address: sent.address,
      asset: sent.asset,
      amount: sent.amount,
      blockHeight,
      confirmations: Math.max(0, tipHeight - blockHeight + 1),
      required: REQUIRED_CONFIRMATIONS,
      firstSeenAtMs: sent.sentAtMs,
    };
  }

  return {
    network: NETWORKS.simulated,
    makeTarget: () => `sim1${encodeBase62(random.bytes(ADDRESS_BYTES), ADDRESS_DIGITS)}`,
    paymentUri: ({ address, asset, amount }) =>
      `simulated:${address}?${new URLSearchParams({ amount, asset }).toString()}`,
    async scan(cursor) {
      const scannedUntilMs = clock.nowMs();
      const tipHeight = heightAt(scannedUntilMs);
      const sent = await ledger.after(Number(cursor ?? 0), SCAN_TRANSFERS_MAX);
      const last = sent.at(-1);
      return {
        transfers: sent.map((transfer) => transferOf(transfer, tipHeight)),
        cursor: String(last?.number ?? cursor ?? 0),
        tipHeight,
        // A full page may hide what comes behind it: nothing after its last transfer has been seen.
        scannedUntilMs: sent.length < SCAN_TRANSFERS_MAX ? scannedUntilMs : (last?.sentAtMs ?? 0),
      };
    },
  };
}
