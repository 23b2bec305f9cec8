/**
 * Compares the clocks of this host, the store and the service with each key that is made. No single one decides about money
 * (docs/invariants.md, invariant 17), but a wrong one delays keys, expiry and callbacks.
 */
import type { NoteSetUp } from './set-up-log.js';

/** How far two clocks may be apart. Seconds. */
const LIMIT = 30;

/** How far clocks are ahead of this host's, in whole seconds; negative if behind. */
export interface ClockDifferences {
  readonly storeSeconds: number;
  /** Null if the service's answers do not say its time. */
  readonly serviceSeconds: number | null;
}

/** Notes the three clocks at one instant. @param service undefined if unknown */
export function noteClocks(
  { vitals, noteSetUp }: { readonly vitals: { clocks: ClockDifferences | null }; readonly noteSetUp: NoteSetUp },
  { host, store, service }: { readonly host: number; readonly store: number; readonly service: number | undefined },
): void {
  const secondsAhead = (clock: number) => Math.round((clock - host) / 1000);
  const apart: ClockDifferences = {
    storeSeconds: secondsAhead(store),
    serviceSeconds: service === undefined ? null : secondsAhead(service),
  };
  vitals.clocks = apart;
  if (areApart(apart))
    noteSetUp('clocks_apart', { store: `${apart.storeSeconds} s`, service: `${apart.serviceSeconds ?? '?'} s` });
}

export function areApart({ storeSeconds, serviceSeconds }: ClockDifferences): boolean {
  const all = [0, storeSeconds, serviceSeconds ?? 0];
  return Math.max(...all) - Math.min(...all) > LIMIT;
}
