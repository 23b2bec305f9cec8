/**
 * Spans and metrics of the signer for OpenTelemetry, through the API package that the shop passes in. No attribute
 * contains a key, a token, a claim, an address or card data; the name of an order is included, as in the log.
 */
import { isFlorinError } from '../../core/errors.js';
import type { CircuitState } from '../service/service-circuit.js';
import {
  NO_TELEMETRY,
  SPAN_FAILED,
  SPAN_KIND,
  type Attributes,
  type Meter,
  type MeterProvider,
  type OpenTelemetry,
  type Span,
} from './open-telemetry.js';

const NAME = 'florin.signer';
/** Values of the circuit's gauge. */
const CIRCUIT: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };
/** Seconds: from a service on the same machine to the longest allowed call. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100];

const COUNTERS = {
  'keys.issued': ['{key}', 'AuthKeys that the service made'],
  refusals: ['{request}', 'Requests that were refused, by code'],
  'limits.refusals': ['{request}', 'Requests over a limit, by limit'],
  payments: ['{payment}', 'Transactions recorded, by their meaning for the order'],
  'reconciliation.attempts': ['{attempt}', 'Attempts that a reconciliation checked, by outcome'],
  callbacks: ['{call}', 'Calls of the shop, by whether they succeeded'],
  'callbacks.retries': ['{call}', 'Calls of the shop that were retried'],
} as const;

export type Counter = keyof typeof COUNTERS;

export interface Telemetry {
  /** The span of a request to the signer. The route has no query. */
  request(method: string, route: string, work: () => Promise<Response>): Promise<Response>;
  /** The span of work that no request started. */
  task<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** The span and the duration of one call to the payment service. @param attempt counts from 1 */
  call<T>(method: string, attempt: number, work: () => Promise<T>): Promise<T>;
  /** Adds attributes to the current span. */
  note(attributes: Attributes): void;
  count(counter: Counter, attributes: Attributes, by?: number): void;
  /** Number of attempts whose outcome is still unknown after a reconciliation. */
  unknown(attempts: number): void;
}

interface Instruments {
  add(counter: Counter, by: number, attributes: Attributes): void;
  seconds(value: number, attributes: Attributes): void;
  unknown(attempts: number): void;
}

/** @param circuitState called when metrics are collected */
export function createTelemetry(
  circuitState: () => CircuitState,
  { trace, metrics }: OpenTelemetry = NO_TELEMETRY,
): Telemetry {
  const tracer = trace.getTracer(NAME);
  let provider: MeterProvider | undefined;
  let known: Instruments | undefined;

  /** A tracer waits for its SDK, a meter does not: it is fetched again when the provider changes. */
  const instruments = (): Instruments => {
    const current = metrics.getMeterProvider();
    if (!known || current !== provider) {
      provider = current;
      known = createInstruments(current.getMeter(NAME), circuitState);
    }
    return known;
  };

  const run = <T>(
    name: string,
    { kind, attributes }: { kind: number; attributes: Attributes },
    work: (span: Span) => Promise<T>,
  ): Promise<T> =>
    tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        // Only the code: an error text of the shop may contain a shopper's data.
        fail(span, codeOf(error));
        throw error;
      } finally {
        span.end();
      }
    });

  return {
    request(method, route, work) {
      // A part of the host's span for the request, if there is one. A trace of the caller is not
      // continued.
      const kind = trace.getActiveSpan() ? SPAN_KIND.INTERNAL : SPAN_KIND.SERVER;
      const attributes = { 'http.request.method': method, 'http.route': route };
      return run(`${method === '_OTHER' ? 'HTTP' : method} ${route}`, { kind, attributes }, async (span) => {
        const response = await work();
        span.setAttribute('http.response.status_code', response.status);
        if (response.status >= 500) fail(span, String(response.status));
        return response;
      });
    },
    task: (name, attributes, work) => run(name, { kind: SPAN_KIND.INTERNAL, attributes }, work),
    async call(method, attempt, work) {
      const subject = { 'rpc.service': 'payment_service', 'rpc.method': method };
      const startedAt = performance.now();
      let outcome: Attributes = { 'florin.api_code': 0, 'florin.outcome': 'answered' };
      try {
        return await run(
          `payment_service/${method}`,
          { kind: SPAN_KIND.CLIENT, attributes: { ...subject, 'florin.call.attempt': attempt } },
          async (span) => {
            try {
              return await work();
            } catch (error) {
              outcome = outcomeOf(error);
              throw error;
            } finally {
              span.setAttributes(outcome);
            }
          },
        );
      } finally {
        instruments().seconds((performance.now() - startedAt) / 1000, { ...subject, ...outcome });
      }
    },
    note(attributes) {
      trace.getActiveSpan()?.setAttributes(attributes);
    },
    count(counter, attributes, by = 1) {
      if (by > 0) instruments().add(counter, by, attributes);
    },
    unknown: (attempts) => instruments().unknown(attempts),
  };
}

function createInstruments(meter: Meter, circuitState: () => CircuitState): Instruments {
  const counters = Object.entries(COUNTERS).map(([name, [unit, description]]) => [
    name,
    meter.createCounter(`${NAME}.${name}`, { unit, description }),
  ]);
  const byName = Object.fromEntries(counters) as Record<Counter, ReturnType<Meter['createCounter']>>;
  const duration = meter.createHistogram(`${NAME}.service.duration`, {
    unit: 's',
    description: 'How long a call to the payment service took',
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });
  const unknown = meter.createGauge(`${NAME}.outcomes.unknown`, {
    unit: '{attempt}',
    description: 'Attempts whose outcome the last reconciliation could not find',
  });
  meter
    .createObservableGauge(`${NAME}.circuit.state`, { description: '0 closed, 1 half open, 2 open' })
    .addCallback((result) => result.observe(CIRCUIT[circuitState()]));
  return {
    add: (counter, by, attributes) => byName[counter].add(by, attributes),
    seconds: (value, attributes) => duration.record(value, attributes),
    unknown: (attempts) => unknown.record(attempts),
  };
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SPAN_FAILED });
}

function codeOf(error: unknown): string {
  return isFlorinError(error) || isRefusal(error) ? error.code : 'internal_error';
}

function isRefusal(error: unknown): error is { readonly code: string } {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error && typeof error.code === 'string';
}

function outcomeOf(error: unknown): Attributes {
  const apiCode = isFlorinError(error) ? error.apiCode : undefined;
  return {
    ...(apiCode !== undefined && { 'florin.api_code': apiCode }),
    'florin.outcome': codeOf(error),
  };
}
