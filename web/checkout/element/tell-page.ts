import type { CheckoutState } from '../view/state.ts';

/**
 * Tells the page around what has happened, as a hint: nothing that a browser says moves an intent. A parent window is
 * told only where its exact origin was named; a wildcard, a path or a prefix is no origin.
 */
export function tellPage(element: HTMLElement, { payment_intent_id, status }: CheckoutState): void {
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
