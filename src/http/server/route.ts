import type { IncomingHttpHeaders } from 'node:http';
import type { TObject, TSchema } from 'typebox';
import type { Config } from '../../config.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import type { KeyUseLog } from '../../usecases/keys/key-use-log.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { SessionWatch } from '../../usecases/sessions/session-watch.ts';
import type { CheckoutFiles } from '../checkout/checkout-files.ts';
import type { DashboardFiles } from '../dashboard/dashboard-files.ts';
import type { OpenApiDocument } from '../docs/open-api-types.ts';
import type { ParsedBody } from './parse-body.ts';

/** What a route is given besides the request. */
export interface Context extends Ports {
  config: Config;
  health: () => Promise<HealthCheck[]>;
  metrics: () => Promise<{ contentType: string; text: string }>;
  keyUses: KeyUseLog;
  sessionWatch: SessionWatch;
  /** Undefined where it was not built. */
  dashboard: DashboardFiles | undefined;
  /** Undefined where it was not built. */
  checkout: CheckoutFiles | undefined;
  openapi: OpenApiDocument;
  /** Of the dashboard's own interface. */
  sessionOpenapi: OpenApiDocument;
}

export interface HealthCheck {
  name: string;
  ok: boolean;
  detail: string;
}

export interface Call {
  /** As it was sent, with the query. */
  url: string;
  /** The client's. */
  address: string;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: ParsedBody;
}

/** Whose data an operation is about, and the public key by which its addresses are made. */
export type Caller = Tenant &
  Pick<Principal, 'publicKey'> &
  Partial<Pick<Principal, 'expiresInSeconds' | 'keyId' | 'walletNetworks'>> & {
    /** Who is signed in, where a person calls and no key. */
    userId?: UserId;
  };

/** As the audit log names whoever did something. */
export const actorOf = ({ userId, keyId }: Caller): string => userId ?? keyId ?? 'unknown';

export interface KeyedCall extends Call {
  principal: Caller;
}

/** Somebody at the dashboard, signed in or not. */
export interface Visit {
  address: string;
  userAgent: string;
  signedIn: SignedIn | undefined;
}

export interface VisitorCall extends Call {
  visit: Visit;
}

export interface SessionCall extends Call {
  visit: Visit;
  signedIn: SignedIn;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** JSON text, unless the headers name another content type. */
  body: string | Buffer;
}

/** Server-sent events, as a route writes them. */
export interface EventStream {
  tell(event: string, data: string): void;
  end(): void;
}

/** An answer that goes on: heartbeat, bounds and the end are the outlet's business. */
export interface StreamAnswer {
  status: 200;
  headers?: Record<string, string>;
  /** Called once the stream is open; what it returns is called when the stream has ended, whoever ended it. */
  events: (stream: EventStream) => () => void;
}

export type AnyAnswer = Answer | StreamAnswer;

export interface HeaderDoc {
  description: string;
  schema: TSchema;
  required?: boolean;
}

export interface AnswerDoc {
  description: string;
  schema?: TSchema;
  contentType?: string;
  /** Other content types in which the same can be had. */
  alsoAs?: readonly string[];
  headers?: Record<string, HeaderDoc>;
  example?: unknown;
}

/** What is counted together. */
export type PayerBucket = 'transaction' | 'claim';

interface RouteBase {
  /** `resource.verb` */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/{public_key}/payment_intents`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  query?: TObject;
  headers?: Record<string, HeaderDoc>;
  body?: {
    schema: TObject;
    examples: Record<string, { summary: string; value: unknown }>;
    /** The body may be CSV instead; then the call has its text and no value. */
    csv?: { description: string; example: string };
  };
  answers: Record<number, AnswerDoc>;
  /** The codes of this route alone; those that every route of its kind has are added to the document. */
  errors?: readonly ErrorCode[];
  /** A page for people: it is served, but no part of the interface. */
  undocumented?: true;
}

export interface OpenRoute extends RouteBase {
  access: 'open';
  /** What the payer's page sends from whatever origin it stands on: small, counted, and answered to every origin. */
  payer?: { bucket: PayerBucket };
  handle: (context: Context, call: Call) => AnyAnswer | Promise<AnyAnswer>;
}

export interface KeyedRoute extends RouteBase {
  /** The scope that the private key must have. */
  access: Scope;
  budget: 'create' | 'read';
  handle: (context: Context, call: KeyedCall) => AnyAnswer | Promise<AnyAnswer>;
  /** Answers a request that has no key and brings a signature in its query instead; it must check that first. */
  handleSigned?: (context: Context, call: Call) => AnyAnswer | Promise<AnyAnswer>;
}

/** Part of the dashboard's own interface, for whoever is not signed in yet. */
export interface VisitorRoute extends RouteBase {
  access: 'visitor';
  handle: (context: Context, call: VisitorCall) => AnyAnswer | Promise<AnyAnswer>;
}

/** Part of the dashboard's own interface: wants its cookie and, to change something, the session's token. */
export interface SessionRoute extends RouteBase {
  access: 'session';
  budget: 'create' | 'read';
  handle: (context: Context, call: SessionCall) => AnyAnswer | Promise<AnyAnswer>;
}

/** One endpoint: what the document says of it, and what it does. Whatever it throws becomes a problem answer. */
export type Route = OpenRoute | KeyedRoute | VisitorRoute | SessionRoute;

/** Whether the route belongs to the dashboard, and stands in the dashboard's document and not in the public one. */
export const isOfDashboard = (route: Route): route is VisitorRoute | SessionRoute =>
  route.access === 'visitor' || route.access === 'session';

export const isKeyed = (route: Route): route is KeyedRoute => route.access !== 'open' && !isOfDashboard(route);
