import { readSentText } from './read-sent-text.ts';

/** The name of the customer in the stored body of a request. */
export const readCustomerName = (body: string): string => readSentText(body, 'name', ({ customer }) => customer.name);
