import type { CheckoutState } from '../view/state.ts';

/**
 * Notifies the surrounding page of a new status. It is only a hint: merchants must check the status on their server. A
 * parent window is notified only if its exact origin is given; wildcards, paths and prefixes do not count.
 */
export function notifyPage(element: HTMLElement, { payment_intent_id, status }: CheckoutState): void {
  const detail = { payment_intent_id, status };
  element.dispatchEvent(new CustomEvent('florin:status', { detail, bubbles: true, composed: true }));
  const origin = element.getAttribute('parent-origin');
  if (origin === null || globalThis.parent === globalThis.window || !isOrigin(origin)) return;
  globalThis.parent.postMessage({ type: 'florin:status', ...detail }, origin);
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text && text !== 'null';
  } catch {
    return false;
  }
}
