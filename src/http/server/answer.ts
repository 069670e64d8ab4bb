import type { Static, TSchema } from 'typebox';
import type { IntentId } from '../../domain/ids.ts';
import type { JsonText } from './json-text.ts';
import type { JsonFile, StaticFile } from './static-files.ts';

export interface HeaderDoc {
  description: string;
  schema: TSchema;
  required?: boolean;
}

/** One answer of a route: its status is its key in `answers`. */
export interface AnswerDoc {
  description: string;
  /** The body is JSON of this schema. */
  schema?: TSchema;
  /** Without a schema: the body is text, bytes or a stream of this type. */
  contentType?: string;
  /** Other content types of the same answer. */
  alsoAs?: readonly string[];
  headers?: Record<string, HeaderDoc>;
  example?: unknown;
  /** Instead of `example`, if the answer has several forms. */
  examples?: Record<string, { summary: string; value: unknown }>;
  /** A page for people that the OpenAPI document leaves out. */
  undocumented?: true;
}

/** A 204 and a 304 never have a body, and so no content type. */
export const hasBody = (status: number): boolean => status !== 204 && status !== 304;

/** Several cookies are a list. */
export type Headers = Record<string, string | string[]>;
export type ContentHeaders = Headers & { 'content-type': string };

export interface JsonAnswer<Status extends number, Value> {
  status: Status;
  headers?: Headers;
  /** The server serializes a value; text that a typed serializer wrote is sent as it is. */
  body: Value | JsonText<Value>;
  /** The payment intent that the call created, for the request log. */
  intentId?: IntentId;
}

export interface ContentAnswer<Status extends number> {
  status: Status;
  headers: ContentHeaders;
  body: string | Buffer;
}

/** The server compresses the file if the client accepts that, and answers 304 if the client has it. */
export interface FileAnswer<File extends StaticFile = StaticFile> {
  status: 200;
  headers?: Headers;
  file: File;
}

export interface EmptyAnswer<Status extends number> {
  status: Status;
  headers?: Headers;
}

/** Writes server-sent events. */
export interface EventStream {
  /** With an ID, a client that reconnects says from where it continues. */
  send(event: string, data: string, id?: string): void;
  /** Resolves when the client has taken enough to be sent more, or is gone. */
  hasRoom(): Promise<void>;
  end(): void;
}

/** An answer that stays open. The server sends the heartbeats and limits the number and age of streams. */
export interface StreamAnswer {
  status: 200;
  headers?: Headers;
  /** Called once the stream is open. It returns a function that the server calls when the stream has ended. */
  events: (stream: EventStream) => () => void;
}

/** A body of any length, in chunks that are made as the client takes them. */
export interface DownloadAnswer {
  status: 200;
  headers: ContentHeaders;
  chunks: AsyncIterable<string>;
  /** Sent after the last chunk. A client that does not get them knows that something is missing. */
  trailers: Record<string, () => string>;
  /** Called once, when everything has been sent or the client is gone. */
  ended: () => void;
}

type AnswerFor<Status extends number, Doc> = Doc extends { schema: infer Schema extends TSchema }
  ? JsonAnswer<Status, Static<Schema>> | OtherForm<Status, Doc>
  : Doc extends { contentType: 'text/event-stream' }
    ? StreamAnswer
    : Doc extends { contentType: string }
      ? ContentAnswer<Status> | FileAnswer | DownloadAnswer
      : EmptyAnswer<Status>;

/** The same answer as something other than JSON. */
type OtherForm<Status extends number, Doc> = Doc extends { alsoAs: readonly (infer Type)[] }
  ? 'text/event-stream' extends Type
    ? StreamAnswer
    : ContentAnswer<Status>
  : never;

/** JSON that does not change is a file. Its route declares 304, too. */
type JsonFileAnswer<Docs> = Docs extends { 200: { schema: infer Schema extends TSchema }; 304: object }
  ? FileAnswer<JsonFile<Static<Schema>>>
  : never;

/** What a handler may return: one of the answers that its route declares. */
export type AnswerOf<Docs> =
  | { [Status in keyof Docs & number]: AnswerFor<Status, Docs[Status]> }[keyof Docs & number]
  | JsonFileAnswer<Docs>;

/** An answer of any route, as the server sends it. */
export type AnyAnswer =
  | { status: number; headers?: Headers; body?: unknown; intentId?: IntentId }
  | StreamAnswer
  | DownloadAnswer
  | FileAnswer;
