/** The filter in the URL of the events page. */
export interface EventsSearch {
  /** A type, or a prefix such as `payment_intent.*`. */
  type?: string | undefined;
  /** The ID of a payment. */
  payment?: string | undefined;
  cursor?: string | undefined;
}
