/** Whether an endpoint that lists these types wants an event: `*`, a type, or a prefix such as `payment_intent.*`. */
export const matchesEvent = (listed: readonly string[], type: string): boolean =>
  listed.some((one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))));
