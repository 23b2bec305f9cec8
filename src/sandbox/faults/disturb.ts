/** Answers calls as the control has set it: with the availability and the injected faults of their merchant. */
import type { Switches } from '../control/switches.js';
import { DroppedConnection } from '../fault.js';
import type { RequestLog } from '../request-log/request-log.js';
import { injectFault } from './inject-fault.js';

/** What is known of a call before it is handled. */
export interface KnownCall {
  readonly request: Request;
  /** Name of its operation; without one, no fault affects it. */
  readonly operation: string | undefined;
  /** Finds the number of its merchant; without one, only what is set for all affects it. */
  readonly findMerchant: () => Promise<string | undefined>;
}

export interface Disturbances {
  /** Answers a call. @throws DroppedConnection */
  answer(call: KnownCall, next: () => Promise<Response>): Promise<Response>;
  /** True while the sandbox simulates to this request that it is unavailable. */
  isUnavailable(request: Request): boolean;
}

export interface DisturbancesOptions {
  readonly switches: Pick<Switches, 'availabilityOf' | 'faults' | 'hasOwn'>;
  readonly requestLog: Pick<RequestLog, 'note'>;
  /** Waits so many seconds by the sandbox's clock. */
  readonly wait: (seconds: number) => Promise<void>;
}

export function createDisturbances({ switches, requestLog, wait }: DisturbancesOptions): Disturbances {
  const unavailable = new WeakSet<Request>();

  return {
    async answer({ request, operation, findMerchant }, next) {
      const merchant = switches.hasOwn ? await findMerchant() : undefined;
      const availability = switches.availabilityOf(merchant);
      if (availability !== 'normal') requestLog.note(request, { fault: availability });
      if (availability === 'dropping') throw new DroppedConnection();
      if (availability === 'unavailable') unavailable.add(request);
      // A preflight does nothing yet. If it were lost, a browser would never send the call whose answer is to be lost.
      const isLost = availability === 'answer_lost' && request.method !== 'OPTIONS';
      const fault = operation === undefined ? undefined : switches.faults.take(operation, merchant);
      if (fault) requestLog.note(request, { fault: fault.kind });
      const response = await (fault ? injectFault(fault, next, wait) : next());
      if (isLost) throw new DroppedConnection();
      return response;
    },
    isUnavailable: (request) => unavailable.has(request) || switches.availabilityOf() === 'unavailable',
  };
}
