import type { Messages } from '../view/messages.ts';

/** What the parts of the element may ask of it. */
export interface Host {
  /** The URL of the checkout. */
  src: () => string;
  messages: () => Messages;
  /** Renders with this text in the live region. */
  announce: (text: string) => void;
  render: () => void;
  /** Asks the server for the state right away. */
  wake: () => void;
}
