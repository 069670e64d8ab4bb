import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SERVER_VERSION } from '../../domain/version.ts';
import type { OpenSpan, SpanOptions, Tracer } from '../../ports/tracer.ts';

/** How long steps gather before they are sent. */
const GATHER_MS = 1_000;
const EXPORT_MS_MAX = 5_000;
/** What waits to be sent. Beyond that, steps are dropped: requests matter more than what is recorded of them. */
const WAITING_SPANS_MAX = 8_192;
/** How long the last steps may take during shutdown. */
const CLOSE_MS_MAX = 1_000;

export interface TracerOptions {
  /** The URL of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  serviceName: string;
  /** Which share of the traces that begin here is recorded. Otherwise, the caller decides. */
  ratio: number;
}

interface ExportObserver {
  succeeded(): void;
  failed(error: unknown): void;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Sends traces to a collector. Nothing waits for it. */
export function openTracer(options: TracerOptions, observer: ExportObserver): Tracer & { close(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': SERVER_VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportExports(options.endpoint, observer),
        scheduledDelayMillis: GATHER_MS,
        exportTimeoutMillis: EXPORT_MS_MAX,
        maxQueueSize: WAITING_SPANS_MAX,
      }),
    ],
  });
  const recorder = provider.getTracer('florin', SERVER_VERSION);
  const current = new AsyncLocalStorage<Context>();

  function open(name: string, { kind, parent, startMs = nowMs(), attributes }: SpanOptions) {
    const within = parentOf(parent) ?? (kind === 'server' ? undefined : current.getStore()) ?? ROOT_CONTEXT;
    const span = recorder.startSpan(name, { kind: KINDS[kind], attributes, startTime: startMs }, within);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const isRecorded = (traceFlags & TraceFlags.SAMPLED) !== 0;
    const opened: OpenSpan = {
      traceparent: isRecorded ? `00-${traceId}-${spanId}-01` : undefined,
      set: (more) => void span.setAttributes(more),
      fail: (code) => void span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span.end(nowMs()),
    };
    return { opened, context: trace.setSpan(within, span) };
  }

  return {
    begin: (name, spanOptions) => open(name, spanOptions).opened,
    async trace(name, spanOptions, work) {
      const { opened, context } = open(name, spanOptions);
      try {
        return await current.run(context, () => work(opened));
      } catch (error) {
        opened.fail(nameOf(error));
        throw error;
      } finally {
        opened.end();
      }
    },
    async close() {
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, CLOSE_MS_MAX);
      await Promise.race([provider.shutdown().catch(() => undefined), patience.promise]);
      clearTimeout(timer);
    },
  };
}

/** With fractions, so that steps of less than a millisecond keep their order. */
const nowMs = (): number => performance.timeOrigin + performance.now();

function parentOf(traceparent: string | undefined): Context | undefined {
  const parent = traceparent === undefined ? undefined : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : undefined;
}

/** Not its message, which may quote what a client sent. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');

/** Without this, nobody would notice that a collector takes nothing. */
function reportExports(endpoint: string, observer: ExportObserver): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS_MAX });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) observer.succeeded();
        else observer.failed(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
