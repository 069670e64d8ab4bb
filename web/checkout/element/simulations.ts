import type { SimulationKind, SimulationStep } from '../view/payer-action.ts';
import { simulationText } from '../view/simulate-panel.ts';
import type { Host } from './host.ts';
import { postJson } from './post-json.ts';

/** Pays on the simulated network, in test mode. */
export class Simulations {
  readonly #host: Host;
  step: SimulationStep | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  async send(kind: SimulationKind): Promise<void> {
    this.#show('busy');
    try {
      const { status } = await postJson(`${this.#host.src()}/simulate`, { kind });
      this.#show(status < 300 ? 'sent' : status === 429 ? 'too_often' : 'failed');
    } catch {
      this.#show('failed');
    }
    this.#host.wake();
  }

  /** The state has changed, so the payment has arrived. */
  onChange(): void {
    this.step = null;
  }

  #show(step: SimulationStep): void {
    this.step = step;
    this.#host.announce(simulationText(step, this.#host.messages()));
  }
}
