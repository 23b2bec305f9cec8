/** The active scenarios as words, for the banner of every page. */
import type { SandboxState } from '../sandbox/backoffice/api.js';
import { writeCountOf } from './format.js';

const AVAILABILITY = {
  normal: '',
  unavailable: 'every call is answered with code 900',
  dropping: 'every connection is dropped',
  answer_lost: 'calls are done, but their answers are lost',
} as const satisfies Readonly<Record<SandboxState['availability'], string>>;

const UNITS = [
  { seconds: 86_400, unit: 'day' },
  { seconds: 3_600, unit: 'hour' },
  { seconds: 60, unit: 'minute' },
  { seconds: 1, unit: 'second' },
] as const;

/** A duration in its largest unit, such as `2 hours`. */
export function describeSeconds(seconds: number): string {
  const { seconds: size, unit } = UNITS.find((each) => seconds >= each.seconds) ?? UNITS[3];
  return writeCountOf(Math.round(seconds / size), unit);
}

/** Empty without a scenario. */
export function describeSandbox({ ahead, availability, faults, nextPayment, webhooks }: SandboxState): string[] {
  const facts: string[] = [];
  if (availability !== 'normal') facts.push(AVAILABILITY[availability]);
  if (faults.length > 0) facts.push(faults.length === 1 ? 'one fault is active' : `${faults.length} faults are active`);
  if (nextPayment !== null) facts.push(`the next browser payment acts as ${nextPayment}`);
  if (webhooks.copies === 0) facts.push('webhooks are not sent');
  else if (webhooks.copies > 1) facts.push(`webhooks are sent ${webhooks.copies} times`);
  if (webhooks.delaySeconds > 0) facts.push(`webhooks are delayed by ${describeSeconds(webhooks.delaySeconds)}`);
  if (ahead >= 1_000) facts.push(`its clock is ahead by ${describeSeconds(Math.floor(ahead / 1_000))}`);
  return facts;
}
