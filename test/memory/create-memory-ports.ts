import type { NetworkName } from '../../src/domain/networks/network.ts';
import { renderEvent } from '../../src/http/events/render-event.ts';
import { presentEndpoint } from '../../src/http/webhooks/present-endpoint.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { MemoryChanges } from './changes.ts';
import { TestClock } from './clock.ts';
import type { MemoryAuditLog } from './control/audit.ts';
import { memoryControlPlane } from './control/control-plane.ts';
import { memorySealedValues } from './control/sealed-values.ts';
import { memorySimulatedLedger } from './control/simulated-ledger.ts';
import { emptyControlTables } from './control/tables.ts';
import { MemoryStores } from './data/stores.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { openLinkSigner } from './link-signer.ts';
import { plainCeremonies } from './passkey-ceremonies.ts';
import { quickPasswords } from './passwords.ts';
import { Prng } from './prng.ts';
import { plainVault } from './vault.ts';
import { plainSigner, WebhookReceiver } from './webhook-receiver.ts';

/** In the middle of a day, so that nothing works only at a round time. */
const START_MS = Date.UTC(2031, 4, 6, 7, 8, 9, 123);

const NETWORKS = ['simulated', 'solana-devnet', 'bitcoin-regtest', 'solana', 'bitcoin'] as const;

/** All ports in memory, and handles to set the scene and to look at what was written. */
export interface MemoryPorts extends Ports {
  clock: TestClock;
  audit: MemoryAuditLog;
  stores: MemoryStores;
  chains: ReadonlyMap<string, FakeChain>;
  webhookSender: WebhookReceiver;
  chain(name: NetworkName): FakeChain;
  /** A copy of everything that is stored, to compare with a later one. */
  snapshot(): unknown;
}

export function createMemoryPorts(
  options: { nowMs?: number; seed?: number; networks?: readonly NetworkName[] } = {},
): MemoryPorts {
  const { nowMs = START_MS, seed = 1, networks = NETWORKS } = options;
  const clock = new TestClock(nowMs);
  const tables = emptyControlTables();
  const control = memoryControlPlane(tables, clock);
  const changes = new MemoryChanges();
  const { dataStores } = control;
  const publish = changes.publish.bind(changes);
  const stores = new MemoryStores({ dataStores, vault: plainVault, clock, publish });
  const chains = new Map(networks.map((name) => [name as string, createFakeChain(name)]));
  return {
    ...control,
    clock,
    random: new Prng(seed),
    vault: plainVault,
    sealedValues: memorySealedValues(tables),
    links: openLinkSigner,
    mailer: undefined,
    passkeyCeremonies: plainCeremonies,
    passwords: quickPasswords,
    stores,
    chains,
    simulatedLedger: memorySimulatedLedger(tables),
    changes,
    webhookSender: new WebhookReceiver(),
    webhookSigner: plainSigner,
    renderEvent,
    presentEndpoint,
    tracer: undefined,
    amountsFromMs: 0,
    chain(name) {
      const chain = chains.get(name);
      if (!chain) throw new Error(`${name} is not watched here`);
      return chain;
    },
    snapshot: () => structuredClone([tables, ...stores.databases.map((database) => database.tables)]),
  };
}
