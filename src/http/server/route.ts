import type { TObject } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import type { Permission } from '../../domain/team/roles.ts';
import type { AnswerDoc, AnswerOf, AnyAnswer, HeaderDoc } from './answer.ts';
import type { AnyCall, BodyDoc, ByKey, BySession, ByVisitor, Call } from './call.ts';
import type { Context } from './context.ts';
import type { Tag } from './openapi/tags.ts';

/** The rate limit of a route that payers call, per payment intent and client. */
export type PayerLimit = 'transaction' | 'claim' | 'simulation';

/** What the document says about a route. `Path`, `Query`, `Body` and `Answers` give its handler its types. */
interface RouteDoc<Path, Query, Body, Answers> {
  /** `resource.verb` */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/{public_key}/payment_intents`. Each of them is in PATH_PARAMETERS. */
  path: Path;
  tag: Tag;
  summary: string;
  description?: string;
  query?: Query;
  headers?: Record<string, HeaderDoc>;
  body?: Body;
  answers: Answers;
  /** The codes that only this route has. The document adds those of all routes of its kind. */
  errors?: readonly ErrorCode[];
  /** A page for people: the server serves it, but the document leaves it out. */
  undocumented?: true;
  /** Its body can contain a secret of any form, so the request log never keeps it. */
  secretBody?: true;
}

type AnswerDocs = Record<number, AnswerDoc>;

/** A handler of any route, as the server calls it. What it throws becomes an error answer. */
type AnyHandler<By> = (context: Context, call: AnyCall & By) => AnyAnswer | Promise<AnyAnswer>;

type AnyRouteDoc = RouteDoc<string, TObject, BodyDoc, AnswerDocs>;

/** Needs no key. */
export interface OpenRoute extends AnyRouteDoc {
  access: 'open';
  /** For the checkout on any origin: small bodies, rate limits by client and payment intent, CORS for all origins. */
  payerLimit?: PayerLimit;
  /** For the operator's monitoring: limited apart from other requests, and not limited on the same machine. */
  forMonitoring?: true;
  handle: AnyHandler<object>;
}

/** Needs a private key, unless it also answers visitors. */
export interface KeyedRoute extends AnyRouteDoc {
  /** The scope that the private key must have. */
  access: Scope;
  rateLimit: 'create' | 'read';
  handle: AnyHandler<ByKey>;
  /** Answers a request without a key. Without it, such a request is an error. */
  handleVisitor?: AnyHandler<object>;
}

/** Part of the dashboard API: does not need a session. */
export interface VisitorRoute extends AnyRouteDoc {
  access: 'visitor';
  handle: AnyHandler<ByVisitor>;
}

/** Part of the dashboard API: needs a session cookie and, for changes, the session's CSRF token. */
export interface SessionRoute extends AnyRouteDoc {
  access: 'session';
  /** What the role of the signed-in member must allow. `operator` is no permission of a role: the user must be one. */
  permission: Permission | 'operator';
  rateLimit: 'create' | 'read';
  handle: AnyHandler<BySession>;
}

export type Route = OpenRoute | KeyedRoute | VisitorRoute | SessionRoute;

/** The kind of route that an access makes. */
type KindOf<Access> = Access extends 'open'
  ? OpenRoute
  : Access extends 'visitor'
    ? VisitorRoute
    : Access extends 'session'
      ? SessionRoute
      : KeyedRoute;

/** Who calls, by the access of the route. */
type CallerOf<Access> = Access extends 'open'
  ? object
  : Access extends 'visitor'
    ? ByVisitor
    : Access extends 'session'
      ? BySession
      : ByKey;

type Handler<TypedCall, Answer> = (context: Context, call: TypedCall) => Answer | Promise<Answer>;

/** What a kind of route declares beyond every other. */
type Extras<Kind> = Omit<Kind, keyof AnyRouteDoc | 'access' | 'handle' | 'handleVisitor'>;

/**
 * Declares an endpoint: `defineRoute({ … }).handle(async (context, call) => …)`. The parameters, the query and the body
 * of the call have the types of the path and the schemas, and the handler must return one of the declared answers.
 */
export function defineRoute<
  const Access extends Route['access'],
  const Path extends string,
  const Answers extends AnswerDocs,
  Query extends TObject = never,
  Body extends BodyDoc = never,
>(doc: RouteDoc<Path, Query, Body, Answers> & Extras<KindOf<Access>> & { access: Access }) {
  type TypedCall = Call<Path, Query, Body>;
  return {
    handle(
      handle: Handler<TypedCall & CallerOf<Access>, AnswerOf<Answers>>,
      handleVisitor?: Access extends Scope ? Handler<TypedCall, AnswerOf<Answers>> : never,
    ): KindOf<Access> {
      // The server calls the handler after it has checked the request by this path and these schemas.
      return { ...doc, handle, ...(handleVisitor && { handleVisitor }) } as unknown as KindOf<Access>;
    },
  };
}

/** Whether a route belongs to the dashboard API, which has its own document. */
export const isDashboardRoute = (route: Route): route is VisitorRoute | SessionRoute =>
  route.access === 'visitor' || route.access === 'session';

export const isKeyedRoute = (route: Route): route is KeyedRoute => route.access !== 'open' && !isDashboardRoute(route);
