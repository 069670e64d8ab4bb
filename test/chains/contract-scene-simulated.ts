import { createSimulatedChain } from '../../src/chains/simulated/create-simulated-chain.ts';
import type { SimulationScript } from '../../src/domain/payments/simulation.ts';
import { Database } from '../../src/store/database/database.ts';
import { createSimulatedLedger } from '../../src/store/networks/simulated-ledger.ts';
import { random } from '../../src/system/random.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql } from '../support/databases.ts';
import type { ContractScene, SentPayment } from './adapter-contract.ts';

const BLOCK_MS = 1_000;
/** More than one scan reads. */
const OVERFULL = 1_001;

const nameOf = (number: number) => `sim_${String(number).padStart(12, '0')}`;

/** The simulated chain on its real ledger. Time advances when the contract mines. */
export async function startSimulatedScene(): Promise<ContractScene> {
  const url = await createMigrated(['control']);
  const database = new Database({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 2, applicationName: 'contract' });
  const ledger = createSimulatedLedger(database);
  const sinceMs = Math.floor(Date.now() / BLOCK_MS) * BLOCK_MS;
  let nowMs = sinceMs;
  let sent = 0;
  const clock = { nowMs: () => nowMs, sleep: async () => undefined };
  const chain = () => createSimulatedChain({ ledger, clock, random, blockMs: BLOCK_MS });
  const passBlocks = async (count: number) => {
    nowMs += count * BLOCK_MS;
  };

  async function send({ target, asset, amount }: SentPayment, script: SimulationScript): Promise<string> {
    await ledger.send({ address: target.address, asset, amount, sentAtMs: nowMs, script });
    sent += 1;
    return nameOf(sent);
  }

  return {
    open: chain,
    nowMs: () => nowMs,
    sinceMs,
    wallet: undefined,
    foreignTarget: async () => chain().targetAt({ kind: 'none', text: '' }, 0),
    async pay(...payments) {
      const txs: string[] = [];
      for (const payment of payments) txs.push(await send(payment, 'mined'));
      return txs;
    },
    mine: () => passBlocks(1),
    async overfill({ address }) {
      // One statement instead of a thousand.
      await runSql(
        url,
        `INSERT INTO florin_control.simulated_transfers (number, address, asset, amount, sent_at, script)
         SELECT $1::bigint + n, $2, 'SOL', n, $3::timestamptz + n * interval '1 ms', 'mined'
         FROM generate_series(1, ${OVERFULL}) AS n`,
        [sent, address, new Date(nowMs)],
      );
      const txs = Array.from({ length: OVERFULL }, (_, position) => nameOf(sent + 1 + position));
      sent += OVERFULL;
      await passBlocks(3);
      return txs;
    },
    unknownTx: 'sim_999999999999',
    fork: {
      pay: (payment) => send(payment, 'reorged'),
      dropBlock: () => passBlocks(1),
      mineAgain: () => passBlocks(4),
    },
    stop: () => database.pool.end(),
  };
}
