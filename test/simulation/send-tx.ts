import { toBigInt } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { Output, Tx } from './blockchain.ts';
import type { Order } from './order.ts';
import type { Simulation } from './simulation.ts';

/** A payer sends a transaction. On Solana, nothing can replace it. */
export function sendTx(
  simulation: Simulation,
  order: Order,
  { network }: Pick<AssignedTarget, 'network'>,
  outputs: readonly Output[],
  fails: Tx['fails'],
): void {
  const number = [...simulation.chains.values()].reduce((sum, { truth }) => sum + truth.history.size, 0);
  const tx: Tx = {
    id: `tx${String(number).padStart(4, '0')}`,
    outputs,
    spends: network === 'solana-devnet' ? [] : [`coin${number}`],
    sentAtMs: simulation.nowMs,
    fails,
    deepest: 0,
    oldestMs: 0,
    inclusions: [],
  };
  simulation.network(network).truth.send(tx);
  const sums = outputs.map(({ units, asset, token }) => `${toBigInt(units)} ${asset ?? token}`);
  simulation.log(
    `${tx.id} pays ${sums.join(' and ')} to ${order.name} (${toBigInt(order.units)} ${order.asset}), fails ${tx.fails}`,
  );
}
