import { isZero } from '../view/amount.ts';
import { returnText } from '../view/return-notice.ts';
import type { CheckoutState } from '../view/state.ts';
import type { Host } from './host.ts';

/** Long enough to read the receipt and to stop it. */
const returnSeconds = 20;

/** Leads the payer back to the merchant after a payment that was made on this page. */
export class ReturnTimer {
  readonly #host: Host;
  #url = '';
  /** The seconds left; `null` if the page stays. */
  seconds: number | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Starts if the payment has just succeeded: a page that is opened later is opened to read the receipt, and a payer who
   * sent too much has something to do first.
   */
  onChange(before: CheckoutState | null | undefined, after: CheckoutState | null): void {
    if (after?.status !== 'succeeded') {
      this.seconds = null;
      return;
    }
    const url = after.return_url ?? '';
    if (!before || before.status === 'succeeded' || !isZero(after.overpaid_by) || !/^https?:\/\//i.test(url)) return;
    this.#url = url;
    this.seconds = returnSeconds;
  }

  /** What the live region says, once. */
  textOf(state: CheckoutState | null): string {
    return state === null || this.seconds === null ? '' : ` ${returnText(state, this.seconds, this.#host.messages())}`;
  }

  /** One second has passed. A page that nobody sees does not leave. */
  onTick(): void {
    if (this.seconds === null || document.hidden) return;
    this.seconds -= 1;
    if (this.seconds === 0) {
      this.seconds = null;
      location.assign(this.#url);
    }
    this.#host.render();
  }

  stop(): void {
    this.seconds = null;
    this.#host.render();
  }
}
