/**
 * The orders of the shop: how each is to be paid, which are to be packed, and the last event read. They are in a file; a real
 * shop has a database for this.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const { SHOP_FILE = 'shop.json' } = process.env;
let shop = existsSync(SHOP_FILE) ? JSON.parse(readFileSync(SHOP_FILE)) : { orders: {}, toPack: [], lastEvent: 0 };

/** Replaces the file in one step, so that a crash leaves the old state or the new one. */
function save(changes) {
  const next = { ...shop, ...changes };
  writeFileSync(`${SHOP_FILE}.new`, JSON.stringify(next, null, 2), { flush: true });
  renameSync(`${SHOP_FILE}.new`, SHOP_FILE);
  shop = next;
}

export const lastEvent = () => shop.lastEvent;
export const setLastEvent = (number) => save({ lastEvent: number });
export const findOrder = (number) => (Object.hasOwn(shop.orders, number) ? shop.orders[number] : undefined);
export const isPaid = (number) => shop.toPack.includes(number);

const withOrder = (number, changes) => ({ ...shop.orders, [number]: { ...shop.orders[number], ...changes } });

/** Begins an attempt to pay. Its request is stored before it is sent, because a retry has to send the same bytes. */
export function startAttempt(number, body) {
  const { attempt, sequences, paidBy } = findOrder(number) ?? { attempt: 0, sequences: {}, paidBy: [] };
  save({ orders: withOrder(number, { attempt: attempt + 1, body, intent: null, sequences, paidBy }) });
}

/** Ends the request of an attempt: from now on, the order has this payment intent. */
export const setIntent = (number, intent) => save({ orders: withOrder(number, { intent }) });

/**
 * Packs an order that is paid, and stops one whose payment was reversed. Events can be repeated or arrive in another order, so one
 * that is not newer than the last changes nothing: `sequence` counts the events of a payment intent.
 */
export function handle({ type, sequence, data }) {
  const { id, order_id: number } = data.object;
  const order = findOrder(number);
  const succeeded = type === 'payment_intent.succeeded';
  if (!order || !(succeeded || type === 'payment_intent.reversed') || !(sequence > (order.sequences[id] ?? 0))) return;
  const paidBy = [...order.paidBy.filter((one) => one !== id), ...(succeeded ? [id] : [])];
  const others = shop.toPack.filter((one) => one !== number);
  const orders = withOrder(number, { sequences: { ...order.sequences, [id]: sequence }, paidBy });
  save({ orders, toPack: paidBy.length > 0 ? [...others, number] : others });
  if (paidBy.length > 1) console.log(`Order ${number} is paid twice. Refund ${id}.`);
  else if (succeeded) console.log(`Order ${number} is paid. Pack it.`);
  else if (paidBy.length === 0) console.log(`The payment of order ${number} was reversed. Do not ship it.`);
}
