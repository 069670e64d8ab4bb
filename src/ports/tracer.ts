export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Whose work it is: a request's, another server's, that of an event from a queue, or a part of one of these. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  /**
   * The W3C `traceparent` that it continues. Without one, or with an invalid one, a server span begins a trace, and any other
   * span continues the current one, if there is one.
   */
  parent?: string | undefined;
  /** Unix time in milliseconds; now, if it is absent. */
  startMs?: number;
  /** IDs, names of routes and counts. Never a key, an address or personal data. */
  attributes: SpanAttributes;
}

/** A step in the trace of a request. */
export interface Span {
  /** What a later step continues, as a W3C `traceparent`; undefined if the trace is not recorded. */
  readonly traceparent: string | undefined;
  set(attributes: SpanAttributes): void;
  /** Says that the step failed, by a code. */
  fail(code: string): void;
}

export interface OpenSpan extends Span {
  end(): void;
}

/** Records how requests go through Florin. There is none while tracing is off. */
export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** Records the work as a step, and everything it does as parts of this step. */
  trace<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
}
