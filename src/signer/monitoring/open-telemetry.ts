/**
 * The part of the package `@opentelemetry/api` that the signer uses. The shop passes the package in, so that Florin does not
 * depend on it or on its types.
 */

/** Values of a span or a metric. */
export type Attributes = Record<string, string | number>;

/** A span: an operation with a beginning and an end. */
export interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** Makes spans. */
export interface Tracer {
  startActiveSpan<T>(name: string, options: { kind: number; attributes: Attributes }, work: (span: Span) => T): T;
}

interface InstrumentOptions {
  unit?: string;
  description?: string;
  advice?: { explicitBucketBoundaries: number[] };
}

/** Makes instruments that count and measure. */
export interface Meter {
  createCounter(name: string, options: InstrumentOptions): { add(value: number, attributes: Attributes): void };
  createHistogram(name: string, options: InstrumentOptions): { record(value: number, attributes: Attributes): void };
  createGauge(name: string, options: InstrumentOptions): { record(value: number): void };
  createObservableGauge(
    name: string,
    options: InstrumentOptions,
  ): { addCallback(callback: (result: { observe(value: number): void }) => void): void };
}

/** Holds the meters; changes when an SDK is registered. */
export interface MeterProvider {
  getMeter(name: string): Meter;
}

/**
 * The package `@opentelemetry/api`.
 *
 * @example
 * import * as openTelemetry from '@opentelemetry/api';
 * const signer = createSigner({ ...options, openTelemetry });
 */
export interface OpenTelemetry {
  readonly trace: { getTracer(name: string): Tracer; getActiveSpan(): Span | undefined };
  readonly metrics: { getMeterProvider(): MeterProvider };
}

/** Numbers of the enumeration `SpanKind`. */
export const SPAN_KIND = { INTERNAL: 0, SERVER: 1, CLIENT: 2 };
/** `SpanStatusCode.ERROR`. */
export const SPAN_FAILED = 2;

const nothing = (): undefined => undefined;
const SPAN: Span = { setAttribute: nothing, setAttributes: nothing, setStatus: nothing, end: nothing };
const METER: Meter = {
  createCounter: () => ({ add: nothing }),
  createHistogram: () => ({ record: nothing }),
  createGauge: () => ({ record: nothing }),
  createObservableGauge: () => ({ addCallback: nothing }),
};
const METERS: MeterProvider = { getMeter: () => METER };

/** Records nothing. */
export const NO_TELEMETRY: OpenTelemetry = {
  trace: { getTracer: () => ({ startActiveSpan: (_name, _options, work) => work(SPAN) }), getActiveSpan: nothing },
  metrics: { getMeterProvider: () => METERS },
};
