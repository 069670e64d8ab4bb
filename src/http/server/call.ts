import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TObject } from 'typebox';
import type { FieldError } from '../../domain/field-error.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { CsvBody, JsonBody, ParsedBody } from './parse-body.ts';
import type { AllParams, PathParams } from './path-parameters.ts';

/** A request after validation. */
interface RequestCall<Params, Query, Body> {
  /** The path and the query, exactly as the client sent them. */
  url: string;
  /** The client's IP address. */
  address: string;
  headers: IncomingHttpHeaders;
  params: Params;
  query: Query;
  body: Body;
}

/** The body of a request as a route declares it. */
export interface BodyDoc {
  schema: TObject;
  examples: Record<string, { summary: string; value: unknown }>;
  /** Also accepts CSV; the handler then gets its text. */
  csv?: { description: string; example: string };
  /**
   * Errors that the schema cannot express, in the members of a body that it allows. The handler rejects them anyway; this
   * reports them together with those of the schema, so that a form shows all of them at once.
   */
  listMoreErrors?: (allowed: object) => readonly FieldError[];
}

type QueryOf<Query extends TObject> = [Query] extends [never] ? object : Static<Query>;

type BodyOf<Body extends BodyDoc> = [Body] extends [never]
  ? undefined
  : JsonBody<Static<Body['schema']>> | (Body extends { csv: object } ? CsvBody : never);

/** What a handler gets: parameters, query and body have the types that the route declares. */
export type Call<Path extends string, Query extends TObject, Body extends BodyDoc> = RequestCall<
  PathParams<Path>,
  QueryOf<Query>,
  BodyOf<Body>
>;

/** A call of any route, as the server hands it on. */
export type AnyCall = RequestCall<Partial<AllParams>, object, ParsedBody | undefined>;

/** The merchant and mode that a call is about, and the public key that its URLs contain. */
export type Caller = Tenant &
  Pick<Principal, 'publicKey'> &
  Partial<Pick<Principal, 'apiVersion' | 'expiresInSeconds' | 'keyId' | 'policy' | 'walletNetworks'>> & {
    /** The signed-in user, if the call comes from the dashboard. */
    userId?: UserId;
  };

/** The name of the caller in the audit log. */
export const actorOf = ({ userId, keyId }: Caller): string => userId ?? keyId ?? 'unknown';

/** A request to the dashboard, signed in or not. */
export interface Visit {
  address: string;
  userAgent: string;
  signedIn: SignedIn | undefined;
}

/** What a call has besides the request, by the access of its route. */
export interface ByKey {
  principal: Caller;
}
export interface ByVisitor {
  visit: Visit;
}
export interface BySession extends ByVisitor {
  signedIn: SignedIn;
}
