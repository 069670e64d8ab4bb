import { parseId } from '../../domain/ids.ts';
import type { Mode } from '../../domain/keys/key.ts';
import { parseRequestId } from '../../domain/requests/request-id.ts';

const text = (description: string, example: string) => ({
  parse: (segment: string): string => segment,
  schema: { type: 'string' },
  description,
  example,
});

/** Undefined where the text is not an id of this kind; use cases answer `not_found` then. */
const id = <Prefix extends string, Example extends `${Prefix}_${string}`>(
  prefix: Prefix,
  description: string,
  example: Example,
) => ({
  parse: (segment: string) => parseId(prefix, segment),
  schema: { type: 'string' },
  description,
  example,
});

const parseMode = (segment: string): Mode | undefined =>
  segment === 'test' || segment === 'live' ? segment : undefined;

/** Every parameter that a path may name: how its text is parsed, and how the reference describes it. */
export const PATH_PARAMETERS = {
  public_key: text('The merchant’s public key.', 'fpk_test_3YBf0Xgy09FIQMK1U6qtiy'),
  mode: {
    parse: parseMode,
    schema: { type: 'string', enum: ['test', 'live'] },
    description: 'Whether to use test or live data.',
    example: 'test',
  },
  payment_intent_id: id('pi', 'The payment intent’s ID.', 'pi_034xq7eOP9ZYU86r8hkeCz'),
  event_id: id('evt', 'The event’s ID.', 'evt_034xq7eOP9ZYU86r8hkeD0'),
  endpoint_id: id('we', 'The webhook endpoint’s ID.', 'we_034xq7eOP9ZYU86r8hkeCz'),
  delivery_id: id('dlv', 'The delivery’s ID.', 'dlv_034xq7eOP9ZYU86r8hkeCz'),
  transfer_id: id('tr', 'The transfer’s ID.', 'tr_01kA7mM2f8wQ3xY5vB9cD4'),
  wallet_id: id('wal', 'The wallet’s ID.', 'wal_01kA7mM2f8wQ3xY5vB9cD4'),
  view_id: id('view', 'The saved view’s ID.', 'view_034xq7eOP9ZYU86r8hkeCz'),
  key_id: id('key', 'The API key’s ID.', 'key_01kA7mM2f8wQ3xY5vB9cD4'),
  session_id: id('ses', 'The session’s ID.', 'ses_01kA7mM2f8wQ3xY5vB9cD4'),
  passkey_id: id('psk', 'The passkey’s ID.', 'psk_01kA7mM2f8wQ3xY5vB9cD4'),
  device_id: id('dev', 'The trusted device’s ID.', 'dev_01kA7mM2f8wQ3xY5vB9cD4'),
  user_id: id('usr', 'The member’s user ID.', 'usr_01kA7mM2f8wQ3xY5vB9cD4'),
  invitation_id: id('inv', 'The invitation’s ID.', 'inv_01kA7mM2f8wQ3xY5vB9cD4'),
  request_id: {
    parse: parseRequestId,
    schema: { type: 'string' },
    description: 'The request’s ID, from the header `Request-Id`.',
    example: 'req_01a1de8aca3b7be31d00002a',
  },
  export_format: {
    parse: (segment: string) => (segment === 'csv' || segment === 'jsonl' ? segment : undefined),
    schema: { type: 'string', enum: ['csv', 'jsonl'] },
    description: 'The format of the file.',
    example: 'csv',
  },
  item_id: text('The item’s ID.', 'sku_tulip_bulbs'),
  file: text('The file’s name.', 'invoice.css'),
  name: text('The name of a page.', 'requires_payment'),
  code: text('The error code.', 'not_found'),
  '*': text('The rest of the path.', 'payments'),
} as const;

export type PathParameter = keyof typeof PATH_PARAMETERS;

/** `'/{public_key}/items/{item_id}'` → `'public_key' | 'item_id'` */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}/*`
    ? '*'
    : never;

/** Every parameter, with the type that its parser returns. */
export type AllParams = { [Name in PathParameter]: ReturnType<(typeof PATH_PARAMETERS)[Name]['parse']> };

/** The parameters of one path. */
export type PathParams<Path extends string> = Pick<AllParams, NamesIn<Path> & PathParameter>;

/** The names in a path, in order. */
export const parametersIn = (path: string): PathParameter[] =>
  [...path.matchAll(/\{(\w+)\}|(?<=\/)(\*)$/g)].map(([, name, rest]) => known(name ?? rest ?? ''));

function known(name: string): PathParameter {
  if (Object.hasOwn(PATH_PARAMETERS, name)) return name as PathParameter;
  throw new Error(`The path parameter ${name} is not in PATH_PARAMETERS.`);
}
