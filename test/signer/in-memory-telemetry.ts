/** An OpenTelemetry SDK for tests that keeps spans and metrics in memory. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import {
  type Attributes,
  context,
  type Context,
  type ContextManager,
  createNoopMeter,
  metrics,
  type Meter,
  type MeterProvider,
  type ObservableCallback,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';

export interface KeptSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Attributes;
  isFailed: boolean;
  isEnded: boolean;
}

export interface KeptPoint {
  readonly instrument: string;
  readonly value: number;
  readonly attributes: Attributes;
}

export interface InMemoryTelemetry {
  readonly spans: KeptSpan[];
  /** The values of counters, histograms and gauges. */
  readonly points: KeptPoint[];
  /** The sum of a counter's points whose attributes are these. */
  sum(instrument: string, attributes?: Attributes): number;
  /** Asks the observable gauges. */
  observe(): Promise<readonly KeptPoint[]>;
  /** Unregisters it. */
  stop(): void;
}

export function startInMemoryTelemetry(): InMemoryTelemetry {
  const spans: KeptSpan[] = [];
  const points: KeptPoint[] = [];
  const observables: { instrument: string; callback: ObservableCallback }[] = [];
  context.setGlobalContextManager(createContextManager());
  trace.setGlobalTracerProvider(createTracerProvider(spans));
  metrics.setGlobalMeterProvider(createMeterProvider(points, observables));
  return {
    spans,
    points,
    sum: (instrument, attributes = {}) =>
      points
        .filter((point) => point.instrument === instrument && includes(point.attributes, attributes))
        .reduce((sum, { value }) => sum + value, 0),
    async observe() {
      const observed: KeptPoint[] = [];
      for (const { instrument, callback } of observables) {
        await callback({ observe: (value, attributes = {}) => observed.push({ instrument, value, attributes }) });
      }
      return observed;
    },
    stop() {
      context.disable();
      trace.disable();
      metrics.disable();
    },
  };
}

function includes(all: Attributes, some: Attributes): boolean {
  return Object.entries(some).every(([name, value]) => all[name] === value);
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.apply(self as never, args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

function createTracerProvider(spans: KeptSpan[]): TracerProvider {
  const startSpan = (name: string, options: SpanOptions = {}, parent: Context = context.active()): Span => {
    const kept: KeptSpan = {
      name,
      kind: options.kind ?? SpanKind.INTERNAL,
      id: (spans.length + 1).toString(16).padStart(16, '0'),
      parent: trace.getSpanContext(parent)?.spanId,
      attributes: { ...options.attributes },
      isFailed: false,
      isEnded: false,
    };
    spans.push(kept);
    const span: Span = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId: kept.id, traceFlags: 1 }),
      setAttribute: (key, value) => span.setAttributes({ [key]: value }),
      setAttributes: (attributes) => {
        if (kept.isEnded) throw new Error(`${name} has ended`);
        Object.assign(kept.attributes, attributes);
        return span;
      },
      setStatus: ({ code, message }) => {
        kept.isFailed = code === SpanStatusCode.ERROR;
        if (message !== undefined) kept.attributes['status.message'] = message;
        return span;
      },
      updateName: () => span,
      addEvent: (event, attributes) => span.setAttributes({ [`event.${event}`]: JSON.stringify(attributes ?? {}) }),
      addLink: () => span,
      addLinks: () => span,
      recordException: (exception) => void span.setAttributes({ exception: inspect(exception) }),
      isRecording: () => !kept.isEnded,
      end: () => {
        if (kept.isEnded) throw new Error(`${name} ended twice`);
        kept.isEnded = true;
      },
    };
    return span;
  };
  const tracer = {
    startSpan,
    startActiveSpan(name: string, options: SpanOptions, work: (span: Span) => unknown) {
      const span = startSpan(name, options);
      return context.with(trace.setSpan(context.active(), span), () => work(span));
    },
  };
  return { getTracer: () => tracer as unknown as Tracer };
}

function createMeterProvider(
  points: KeptPoint[],
  observables: { instrument: string; callback: ObservableCallback }[],
): MeterProvider {
  const keep =
    (instrument: string) =>
    (value: number, attributes: Attributes = {}) =>
      void points.push({ instrument, value, attributes });
  const meter: Meter = {
    ...createNoopMeter(),
    createCounter: (name) => ({ add: keep(name) }),
    createHistogram: (name) => ({ record: keep(name) }),
    createGauge: (name) => ({ record: keep(name) }),
    createObservableGauge: (instrument) => ({
      addCallback: (callback) => void observables.push({ instrument, callback }),
      removeCallback: () => undefined,
    }),
  };
  return { getMeter: () => meter };
}
