import { type ComponentChild, h } from 'preact';
import type { Messages } from './messages.ts';
import type { SimulationKind, SimulationStep } from './payer-action.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

/** No wallet opens the links of this network. */
export const SIMULATED = 'simulated';

const KINDS: readonly SimulationKind[] = ['full', 'partial', 'over'];

/** Pays on the simulated network, which exists in test mode only. Without a script, it says how else to. */
export function SimulatePanel({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { interactive, simulation } = context;
  const { messages } = context.language;
  const busy = simulation === 'busy' || simulation === 'sent';
  if (!interactive) return h(Command, { state, messages });
  return [
    KINDS.map((kind) =>
      h(
        'button',
        {
          key: kind,
          type: 'button',
          class: kind === 'full' ? 'button' : 'button plain',
          'aria-disabled': busy ? 'true' : undefined,
          onClick: () => busy || context.onSimulate(kind),
        },
        messages.simulations[kind],
      ),
    ),
    simulation === null
      ? null
      : h('p', { class: `notice notice-${busy ? 'calm' : 'warn'}` }, simulationText(simulation, messages)),
  ];
}

export function simulationText(step: SimulationStep, messages: Messages): string {
  if (step === 'too_often') return messages.claims.too_often;
  return step === 'failed' ? messages.simulateFailed : messages.simulateSent;
}

function Command({ state, messages }: { state: CheckoutState; messages: Messages }): ComponentChild {
  const command = `npx florin pay ${state.payment_intent_id} --simulate full`;
  return h(
    'div',
    { class: 'notice notice-calm' },
    h('p', null, messages.simulate, ' ', h('code', { dir: 'ltr' }, command)),
  );
}
