import { TEST_HOLDERS, type NextPayment, type TestFault } from '../../core/card/test-values.js';
import type { SandboxControl } from '../control.js';
import type { FaultKind } from '../faults/fault-rules.js';

/** `unreachable` is an error page, because a browser repeats a request when its reused connection drops, and would pay then. */
const FAULTS: Readonly<Record<TestFault, FaultKind>> = {
  answerLost: 'drop_after',
  unreachable: 'error_before',
  timeout: 'timeout_after',
};

/** A payment from a browser: as JSON. docs/wire/rest.md T5 */
const PAY = 'T5';

/** Decides the next payment of a browser, whatever is typed. */
export function setNextPayment(control: SandboxControl, outcome: NextPayment): void {
  if (isFault(outcome)) control.addFault({ operation: PAY, times: 1, kind: FAULTS[outcome] });
  else control.setNextPayment(TEST_HOLDERS[outcome]);
}

function isFault(outcome: NextPayment): outcome is TestFault {
  return Object.hasOwn(FAULTS, outcome);
}
