import type { OperationGroup } from './list-operations.ts';
import { slugify } from './slugify.ts';

const referenceAddress = (page: string): string => `/docs/reference/${page}`;

/** A group and an operation each have a page. No operation has the name of a group, because its ID has two parts. */
export const groupAddress = ({ name }: Pick<OperationGroup, 'name'>): string => referenceAddress(slugify(name));

export const operationAddress = ({ id }: { readonly id: string }): string => referenceAddress(id);

export const EVENTS_ADDRESS = referenceAddress('webhook-events');

export const CODES_ADDRESS = referenceAddress('error-codes');
